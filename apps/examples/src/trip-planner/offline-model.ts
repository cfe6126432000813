import type { ModelRequest } from "boathook";
import { callTool, ScriptedModel, type ScriptedReply } from "@boathook/testing";

import { asked, isAskedOf, lineAfter, toolResults } from "../offline.ts";

/** Answers as a guide and a clerk would: from the forecast, and from what the person said. */
export function offlineTripModel(): ScriptedModel {
  return new ScriptedModel({ modelId: "offline-trip", replies: reply });
}

function reply(request: ModelRequest): ScriptedReply {
  const text = asked(request);
  if (isAskedOf(request, "Booking clerk")) return book(request, text);
  if (text.includes("something under a roof")) return underARoof(text);
  return plan(request, text);
}

function plan(request: ModelRequest, text: string): ScriptedReply {
  const [, days = "1", town = ""] = /Plan (\d+) days in ([^.]+)\./.exec(text) ?? [];
  const said = toolResults(request);
  if (said.length === 0) return callTool("forecast", { town, days: Number(days) });
  const wish = lineAfter(text, "says:\n");
  const walk = wish === "" ? "a walk along the water" : `a walk along the water, and: ${wish}`;
  return said
    .join("\n")
    .split("\n")
    .map((line) => `${line} - ${walk}`)
    .join("\n");
}

function underARoof(text: string): ScriptedReply {
  const wet = [...new Set(text.match(/day \d+: rain/g))];
  return wet.map((day) => `${day} - the museum of ships`).join("\n");
}

function book(request: ModelRequest, text: string): ScriptedReply {
  const [result] = toolResults(request);
  if (result?.startsWith("Booked") === true) return result;
  if (result !== undefined) return `Nothing was booked. ${result}`;
  const [, town = "", nights = "1", price = "1"] =
    /Book a room in (.+) for (\d+) nights, for at most (\d+)/.exec(text) ?? [];
  return callTool("book_room", { town, nights: Number(nights), pricePerNight: Number(price) });
}
