import { graphTask, TaskGraph, type GraphResult } from "@boathook/task-graph";
import { z } from "zod";

const commitSchema = z.object({ id: z.string(), message: z.string() });
const commitsSchema = z.object({ commits: z.array(commitSchema) });

/** What the outside gives: a repository, and a place for the text. */
export interface ReleaseParts {
  readonly readCommits: (signal: AbortSignal) => Promise<unknown>;
  readonly save: (notes: string) => Promise<void>;
}

/** Two tasks sort what the first one collected, side by side; the last one writes it down. */
export function releaseNotes({ readCommits, save }: ReleaseParts): Promise<GraphResult> {
  const collect = graphTask({
    id: "commits",
    subject: "Collect the commits since the last release",
    outputSchema: z.array(commitSchema), // what comes from outside is read before anybody relies on it
    timeoutMs: 10_000,
    maxRetries: 2,
    run: ({ signal }) => readCommits(signal) as Promise<z.infer<typeof commitSchema>[]>,
  });
  const sorted = (id: string, prefix: string): ReturnType<typeof graphTask> =>
    graphTask({
      id,
      subject: `Pick what begins with ${prefix}`,
      dependencies: ["commits"],
      inputSchema: commitsSchema,
      run: ({ inputs }) =>
        inputs.commits.filter(({ message }) => message.startsWith(prefix)).map(({ message }) => message),
    });
  const write = graphTask({
    id: "write",
    subject: "Write the notes",
    dependencies: ["features", "fixes"],
    access: { writes: ["notes"] },
    inputSchema: z.object({ version: z.string(), features: z.array(z.string()), fixes: z.array(z.string()) }),
    run: async ({ inputs: { version, features, fixes } }) => {
      const notes = [`# ${version}`, ...features, ...fixes].join("\n");
      await save(notes);
      return notes;
    },
    verify: (notes) => notes.length > 0 || "there is nothing to tell",
  });
  const graph = new TaskGraph({
    name: "release-notes",
    tasks: [collect, sorted("features", "feat"), sorted("fixes", "fix"), write],
  });
  return graph.run({ inputs: { version: "1.4.0" } });
}
