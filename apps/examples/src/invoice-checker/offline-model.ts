import type { ModelRequest } from "boathook";
import { ScriptedModel } from "@boathook/testing";

import { asked, lineAfter } from "../offline.ts";
import type { InvoiceData } from "./invoice.ts";

/** Reads like a hasty clerk: it overlooks the tax until it is told that the sum is wrong. */
export function offlineClerk(): ScriptedModel {
  return new ScriptedModel({ modelId: "offline-clerk", replies: reply });
}

function reply(request: ModelRequest): string {
  const text = asked(request);
  if (text.includes('"criterion"')) return verdict(text);
  if (text.includes("Write a note")) return note(text);
  return JSON.stringify(invoiceIn(text, text.includes("was not accepted")));
}

function invoiceIn(text: string, isCareful: boolean): InvoiceData {
  const lines = [...text.matchAll(/^- (.+): ([\d.]+)$/gm)].map(([, what = "", amount]) => ({
    what,
    amount: Number(amount),
  }));
  return {
    number: lineAfter(text, "Invoice "),
    supplier: lineAfter(text, "From: "),
    lines,
    tax: isCareful ? Number(lineAfter(text, "Tax: ")) : 0,
    total: Number(lineAfter(text, "Total: ")),
  };
}

function verdict(text: string): string {
  const { task, output } = JSON.parse(text) as { task: string; output: string }; // the judge's question is JSON
  const { number } = JSON.parse(output) as InvoiceData; // its schema has read it
  return JSON.stringify(
    task.includes(number) ? { ok: true, feedback: "" } : { ok: false, feedback: `"${number}" is not in the text` },
  );
}

function note(text: string): string {
  const field = (name: string): string => new RegExp(`"${name}":"?([^",}]+)`).exec(text)?.[1] ?? "?";
  return `**${field("number")}** of ${field("supplier")} may be paid: ${field("total")}`;
}
