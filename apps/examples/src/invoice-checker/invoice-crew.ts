import { redact } from "@boathook/policies";
import {
  Agent,
  Crew,
  CrewBase,
  DefineAgent,
  DefineCrew,
  DefineTask,
  Task,
  type AgentsConfig,
  type TaskOutput,
  type TasksConfig,
} from "boathook";

import { Invoice, sumInCents, toCents, type InvoiceData } from "./invoice.ts";

const CARD_NUMBER = /\b\d(?:[ -]?\d){12,18}\b/;

/** The folder for what was checked; bound in the container. */
export class OutputFolder {
  constructor(readonly path: string) {}
}

/** A clerk who reads invoices, under judges in code and in words. */
@CrewBase({
  base: new URL("../..", import.meta.url),
  agents: "config/invoice-checker/agents.yaml",
  tasks: "config/invoice-checker/tasks.yaml",
  schemas: { Invoice },
})
export class InvoiceCrew {
  declare agentsConfig: AgentsConfig;
  declare tasksConfig: TasksConfig;
  declare agents: Agent[];
  declare tasks: Task[];

  static readonly inject = [OutputFolder];

  constructor(private readonly folder: OutputFolder) {}

  @DefineAgent() clerk(): Agent {
    return new Agent({ config: this.agentsConfig["clerk"] });
  }

  @DefineTask() reading(): Task {
    return new Task({ config: this.tasksConfig["reading"] });
  }

  @DefineTask() note(): Task {
    return new Task({ config: this.tasksConfig["note"] });
  }

  /** Card numbers reach neither the model nor a file. */
  @DefineCrew() crew(): Crew {
    return new Crew({
      agents: this.agents,
      tasks: this.tasks,
      outputDir: this.folder.path,
      hooks: redact({ patterns: [CARD_NUMBER], replacement: "[CARD]" }),
    });
  }

  /** A guardrail of the file: what it says sends the clerk back to the invoice. */
  addsUp({ parsed }: TaskOutput): { ok: true } | { ok: false; error: string } {
    const invoice = parsed as InvoiceData; // output_schema has read it
    const [sum, total] = [sumInCents(invoice), toCents(invoice.total)];
    if (sum === total) return { ok: true };
    return { ok: false, error: `lines and tax make ${sum / 100}, the total says ${invoice.total}` };
  }
}
