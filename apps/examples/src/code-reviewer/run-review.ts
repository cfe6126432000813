import { realpath } from "node:fs/promises";
import path from "node:path";

import { createRuntime, ToolUsageStartedEvent, type ModelSource } from "boathook";

import { ReviewCrew, ReviewedFolder } from "./review-crew.ts";

/** What is reviewed, and by whom. */
export interface ReviewRequest {
  readonly folder: string;
  readonly model: ModelSource;
  readonly write: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Reviews a folder; gives the review as Markdown. The server of files is gone when it is done. */
export async function runReview({ folder, model, write, signal }: ReviewRequest): Promise<string> {
  const root = await realpath(folder);
  await using runtime = createRuntime({ llm: model });
  runtime.container.bind(ReviewedFolder).toConstantValue(new ReviewedFolder(root));
  runtime.events.on(ToolUsageStartedEvent).subscribe(({ toolName, input }) => {
    write(`  ${toolName} ${JSON.stringify(input)}`);
  });
  const crew = await runtime.crew(ReviewCrew);
  const { raw } = await crew.kickoff({ name: path.basename(root) }, { signal });
  return raw;
}
