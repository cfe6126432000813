import { Flow, Start } from "@boathook/flow";
import { InterceptionPoint, On, type ExecutionStartContext } from "@boathook/hooks";
import type { Logger } from "@boathook/kernel";
import { ScriptedModel } from "@boathook/testing";
import { Agent, CrewBase, DefineTask, Task } from "../../src/index.ts";

export const texts = { role: "Worker", goal: "g", backstory: "b" };

@CrewBase()
export class Team {
  readonly model = new ScriptedModel({ replies: () => "done" });
  @DefineTask() work(): Task {
    return new Task({ description: "Work", expectedOutput: "x", agent: new Agent({ ...texts, llm: this.model }) });
  }
  @On(InterceptionPoint.EXECUTION_START) own(ctx: ExecutionStartContext): void {
    trail.push(`crew ${ctx.crew === undefined ? "inner" : "outer"}`);
  }
}

export class Steps extends Flow<{ topic: string }, string> {
  @Start() begin(): string {
    trail.push(`begin ${this.state.topic}`);
    return "flown";
  }
  @On(InterceptionPoint.EXECUTION_START) own(): void {
    trail.push("flow");
  }
}

/** What happened, in order. */
export const trail: string[] = [];

export function memoryLogger(): Logger & { readonly lines: string[] } {
  const lines: string[] = [];
  const write = (data: object | string, message?: string) =>
    void lines.push(`${message ?? ""} ${JSON.stringify(data)}`);
  return { lines, debug: write, info: write, warn: write, error: write };
}
