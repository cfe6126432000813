import type { BoathookEvent } from "boathook";

import { Article } from "./article.ts";

/** Tells what happens while it happens, and draws it afterwards. */
export async function watchArticle(tell: (line: string) => void): Promise<{ result: string; page: string }> {
  const flow = new Article();
  const seen: BoathookEvent[] = [];
  const stream = flow.stream({ topic: "tides" });
  for await (const { channel, type, event } of stream) {
    if (event !== undefined) seen.push(event);
    tell(`${channel}: ${type}`);
  }
  return { result: await stream.result, page: flow.plot(seen).html };
}
