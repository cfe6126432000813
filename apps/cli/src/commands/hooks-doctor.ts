import path from "node:path";

import { formatFault } from "@boathook/kernel";
import { loadHookFiles, TrustStore } from "@boathook/skill-hooks";
import { z } from "zod";

import type { CommandModule } from "../command.ts";
import { readGiven } from "../io/given.ts";
import { tableOf } from "../io/table.ts";
import { shownRule } from "../skill-hooks/test-skill-hooks.ts";

const schema = z.strictObject({ folder: z.string().min(1).default(".") });

/** Exit code 1 when something is wrong with a file. */
export const run: CommandModule["run"] = async (given) => {
  const projectDir = path.resolve(readGiven(schema, given).folder);
  const { files, rules, faults, notices } = await loadHookFiles({ projectDir }, { trust: new TrustStore() });
  const present = files.filter(({ status }) => status !== "absent");
  const active = rules.map((rule) => ({ event: rule.event, ...shownRule(rule) }));
  const named = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ["", title, ...lines]);
  return {
    data: { projectDir, files, rules: active, faults, notices },
    exitCode: faults.length > 0 ? 1 : 0,
    lines: [
      ...tableOf(
        ["FILE", "FORMAT", "STATUS", "RULES"],
        present.map((file) => [file.file, file.format, file.status, file.rules]),
        "There are no hook files.",
      ),
      ...named(
        "Active rules, in the order in which they count:",
        active.length === 0
          ? []
          : tableOf(
              ["EVENT", "MATCHER", "ACTIONS", "PLACE"],
              active.map(({ event, matcher, actions, place }) => [
                event,
                matcher || "*",
                actions.map(({ type }) => type).join(", "),
                place,
              ]),
            ),
      ),
      ...named("What is wrong:", faults.map(formatFault)),
      ...named("What does nothing:", notices.map(formatFault)),
    ],
  };
};
