import { callTool, recordEvents, ScriptedModel } from "@boathook/testing";
import {
  AfterKickoff,
  BeforeKickoff,
  BeforeLlmCall,
  createRuntime,
  Crew,
  CrewBase,
  DefineAgent,
  DefineCrew,
  DefineTask,
  Agent,
  HookAborted,
  HookDispatchedEvent,
  InterceptionPoint,
  kickoff,
  On,
  Process,
  Task,
  Tool,
  type AgentsConfig,
  type CrewOutput,
  type Inputs,
  type LlmCallHookContext,
  type TasksConfig,
  type ToolCallHookContext,
} from "boathook";
import { describe, expect, it } from "@jest/globals";
import { z } from "zod";

class SearchTool extends Tool<{ query: string }, string> {
  readonly name = "web_search";
  readonly description = "Searches.";
  readonly inputSchema = z.object({ query: z.string() });

  execute({ query }: { query: string }): string {
    return `three pages about ${query}`;
  }
}

@CrewBase({ base: new URL("../test/", import.meta.url), agents: "config/agents.yaml", tasks: "config/tasks.yaml" })
class ReportCrew {
  declare agentsConfig: AgentsConfig;
  declare tasksConfig: TasksConfig;
  declare agents: Agent[];
  declare tasks: Task[];

  static inject = [SearchTool];

  constructor(private readonly search: SearchTool) {}

  @DefineAgent() researcher(): Agent {
    return new Agent({ config: this.agentsConfig["researcher"], tools: [this.search] });
  }

  @DefineTask research(): Task {
    return new Task({ config: this.tasksConfig["research"] });
  }

  @DefineCrew() crew(): Crew {
    return new Crew({ agents: this.agents, tasks: this.tasks, process: Process.sequential });
  }

  @BeforeKickoff addYear(inputs: Inputs): Inputs {
    return { ...inputs, year: 2026 };
  }

  @AfterKickoff() sign(output: CrewOutput): CrewOutput {
    return output.with({ raw: `${output.raw} (signed)` });
  }

  @On(InterceptionPoint.PRE_TOOL_CALL, { tools: ["web_search"] })
  checkQuery(ctx: ToolCallHookContext): void {
    if (ctx.toolInput["query"] === "") throw new HookAborted("empty query", "input-validation");
  }

  @BeforeLlmCall({ agents: ["Researcher"] })
  limit(ctx: LlmCallHookContext): boolean | undefined {
    return ctx.iterations > 2 ? false : undefined;
  }
}

describe("a crew class with standard decorators", () => {
  it("is made by a runtime from its files, its container and its methods", async () => {
    const model = new ScriptedModel({
      replies: [callTool("web_search", { query: "" }), callTool("web_search", { query: "tides" }), "Twice a day."],
    });
    await using runtime = createRuntime({ llm: model });
    runtime.container.bind(SearchTool).toSelf();
    const crew = await runtime.crew(ReportCrew);
    using recorder = recordEvents(crew.events);
    const output = await crew.kickoff({ topic: "tides" });
    model.assertComplete();
    expect(output.raw).toBe("Twice a day. (signed)");
    expect(JSON.stringify(model.requests[0]?.messages)).toContain("Research tides in 2026");
    expect(
      model.requests[2]?.messages.filter((message) => message.role === "tool").map(({ content }) => content),
    ).toEqual(["Tool execution blocked by hook. Tool: web_search. Reason: empty query", "three pages about tides"]);
    expect(
      recorder.of(HookDispatchedEvent).map((event) => [event.interceptionPoint, event.outcome, event.abortSource]),
    ).toEqual([
      ["pre_model_call", "proceeded", undefined],
      ["pre_tool_call", "aborted", "input-validation"],
      ["pre_model_call", "proceeded", undefined],
      ["pre_tool_call", "proceeded", undefined],
      ["pre_model_call", "proceeded", undefined],
    ]);
  });

  it("says what is missing where nothing serves it", async () => {
    await expect(kickoff(ReportCrew, { topic: "tides" })).rejects.toMatchObject({ code: "invalid_configuration" });
  });
});
