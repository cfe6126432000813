import { afterEach, describe, expect, it } from "@jest/globals";
import { Flow, Start } from "@boathook/flow";
import {
  BeforeLlmCall,
  clearAllHooks,
  defineHook,
  HookProvider,
  HookRegistrationError,
  InterceptionPoint,
  On,
  on,
  type Inputs,
  type LlmCallHookContext,
} from "@boathook/hooks";
import { ScriptedModel } from "@boathook/testing";
import {
  Agent,
  createRuntime,
  Crew,
  CrewKickoffCompletedEvent,
  inject,
  RunTokens,
  Task,
  TaskCompletedEvent,
  type Runtime,
} from "../../src/index.ts";
import { memoryLogger, Steps, Team, texts, trail } from "./support.ts";

afterEach(() => {
  clearAllHooks();
  trail.length = 0;
});

describe("hooks and events of a runtime", () => {
  it("hold for its runs only: after the process's, before the crew's and the run's", async () => {
    const note = (name: string) => () => void trail.push(name);
    on("execution_start", note("process"));
    const runtime = createRuntime();
    const other = createRuntime();
    const registration = runtime.hooks.on("execution_start", note("runtime"));
    const crew = await runtime.crew(Team);
    await crew.kickoff({}, { hooks: [defineHook("execution_start", note("run"))] });
    expect(trail).toEqual(["process", "runtime", "crew outer", "run", "process", "runtime", "crew inner", "run"]);
    trail.length = 0;
    await (await other.crew(Team)).kickoff();
    expect(trail).toEqual(["process", "crew outer", "process", "crew inner"]);
    trail.length = 0;
    expect([registration.unregister(), registration.unregister()]).toEqual([true, false]);
    runtime.hooks.on("execution_start", note("again"));
    runtime.hooks.clear();
    await crew.kickoff();
    expect(trail).toEqual(["process", "crew outer", "process", "crew inner"]);
  });

  it("are explained in the order in which they run", async () => {
    function policy(): void {
      trail.push("policy");
    }
    on("execution_start", policy);
    const runtime = createRuntime();
    runtime.hooks.on("execution_start", { name: "audit" }, () => undefined);
    const crew = await runtime.crew(Team);
    const flow = await runtime.flow(Steps);
    const shown = (listings: ReturnType<Runtime["hooks"]["explain"]>) =>
      listings.map(({ point, name, scope, dialect, file }) => [
        point,
        name,
        scope,
        dialect,
        file?.replace(/.*\//, "").replace(/:\d+$/, ""),
      ]);
    const before = [
      ["execution_start", "policy", "process", "interception", "hooks.test.ts"],
      ["execution_start", "audit", "runtime", "interception", "hooks.test.ts"],
    ];
    expect(shown(runtime.hooks.explain(crew))).toEqual([
      ...before,
      ["execution_start", "Team.own", "crew", "interception", "support.ts"],
    ]);
    expect(shown(runtime.hooks.explain(flow))).toEqual([
      ...before,
      ["execution_start", "Steps.own", "flow", "interception", "support.ts"],
    ]);
    expect(() => runtime.hooks.explain(Team as never)).toThrow("explain takes a crew or a flow, not the function Team");
    const shut = createRuntime({ processHooks: false });
    expect(shown(shut.hooks.explain(crew)).map(([, name]) => name)).toEqual(["Team.own"]);
  });

  it("leave the process's hooks out with processHooks: false", async () => {
    on("execution_start", () => void trail.push("process"));
    await (await createRuntime({ processHooks: false }).crew(Team)).kickoff();
    expect(trail).toEqual(["crew outer", "crew inner"]);
  });

  it("events are those of its own runs; a failing subscriber is a line of its logger", async () => {
    const logger = memoryLogger();
    const runtime = createRuntime({ logger });
    const seen: string[] = [];
    runtime.events
      .on(TaskCompletedEvent)
      .subscribe((event) => seen.push(`${event.taskName ?? ""}: ${event.output.raw}`));
    runtime.events.on(CrewKickoffCompletedEvent).subscribe(() => {
      throw new Error("watcher");
    });
    await (await runtime.crew(Team)).kickoff();
    await (await createRuntime().crew(Team)).kickoff();
    expect(seen).toEqual(["work: done"]);
    expect(logger.lines).toEqual(['a subscriber of a runtime\'s events failed {"error":"watcher"}']);
  });
});

describe("hook providers", () => {
  const Limit = Symbol("Limit");
  let made = 0;

  @HookProvider
  class Budget {
    #calls = 0;
    constructor(
      @inject(Limit) private readonly limit: number,
      @inject(RunTokens.ExecutionId) private readonly executionId: string,
      @inject(RunTokens.Inputs) private readonly inputs: Inputs,
      @inject(RunTokens.Signal) private readonly signal: AbortSignal,
    ) {
      made += 1;
    }
    @BeforeLlmCall() count(ctx: LlmCallHookContext): boolean {
      this.#calls += 1;
      trail.push(
        `${JSON.stringify(this.inputs)} ${this.#calls} ${this.executionId === ctx.executionId} ${this.signal.aborted}`,
      );
      return this.#calls <= this.limit;
    }
  }

  it("are made by the container, once per outermost run, when a hook first fires", async () => {
    made = 0;
    const runtime = createRuntime();
    runtime.container.bind(Limit).toConstantValue(2);
    const registration = runtime.hooks.provide(Budget);
    expect([made, registration.name, registration.point]).toEqual([0, "Budget", "pre_model_call"]);
    const agent = new Agent({ ...texts, llm: new ScriptedModel({ replies: () => "done" }) });
    const tasks = (count: number) =>
      Array.from({ length: count }, () => new Task({ description: "d", expectedOutput: "x", agent }));
    const crew = new Crew({ runtime, tasks: tasks(2) });
    const controller = new AbortController();
    await Promise.all([crew.kickoff({ run: 1 }, { signal: controller.signal }), crew.kickoff({ run: 2 })]);
    expect(trail.sort()).toEqual([
      '{"run":1} 1 true false',
      '{"run":1} 2 true false',
      '{"run":2} 1 true false',
      '{"run":2} 2 true false',
    ]);
    expect(made).toBe(2);
    await expect(new Crew({ runtime, tasks: tasks(3) }).kickoff()).rejects.toThrow(
      "LLM call blocked by before_llm_call hook",
    );
    expect([registration.unregister(), registration.unregister()]).toEqual([true, false]);
    await new Crew({ runtime, tasks: tasks(3) }).kickoff();
    expect(made).toBe(3);
  });

  it("are one object in a flow and the crews inside it", async () => {
    made = 0;
    const runtime = createRuntime();
    runtime.container.bind(Limit).toConstantValue(9);
    runtime.hooks.provide(Budget);
    class Outer extends Flow {
      @Start() async run(): Promise<void> {
        await (await runtime.crew(Team)).kickoff({ inner: 1 });
        await (await runtime.crew(Team)).kickoff({ inner: 2 });
      }
    }
    await (await runtime.flow(Outer)).kickoff({ outer: true });
    expect([made, trail.filter((line) => line.startsWith("{"))]).toEqual([
      1,
      ['{"outer":true} 1 true false', '{"outer":true} 2 true false'],
    ]);
  });

  it("may be given what is made asynchronously; one that fails is tried again", async () => {
    const logger = memoryLogger();
    const runtime = createRuntime({ logger });
    let attempts = 0;
    runtime.container.bind(Limit).toDynamicValue(async () => {
      await later(1);
      attempts += 1;
      if (attempts === 1) throw new Error("not yet");
      return 9;
    });
    runtime.hooks.provide(Budget);
    const agent = new Agent({ ...texts, llm: new ScriptedModel({ replies: () => "done" }) });
    const task = () => new Task({ description: "d", expectedOutput: "x", agent });
    await new Crew({ runtime, tasks: [task(), task(), task()] }).kickoff();
    expect(trail.filter((line) => line.startsWith("{"))).toEqual(["{} 1 true false", "{} 2 true false"]);
    expect(logger.lines).toEqual([expect.stringContaining("not yet")]);
  });

  it("that hold no hooks, or cannot be made, are refused at once", () => {
    class Plain {
      readonly a = 1;
    }
    @HookProvider()
    class Empty {}
    class Unbound {
      constructor(@inject(Budget) readonly budget: Budget) {}
      @On(InterceptionPoint.INPUT) look(): void {
        throw new Error("never");
      }
    }
    const runtime = createRuntime();
    runtime.container.bind(Budget).toSelf();
    for (const type of [Plain, Empty]) expect(() => runtime.hooks.provide(type)).toThrow(HookRegistrationError);
    expect(() => runtime.hooks.provide(Plain)).toThrow(
      "Plain holds no hooks; put @On, @BeforeToolCall … on its methods.",
    );
    expect(() => runtime.hooks.provide(new Plain() as never)).toThrow(
      "an object of class Plain is no class; give the class itself",
    );
    expect(() => runtime.hooks.provide(Unbound)).toThrow(
      'Invalid class Unbound: constructor: No bindings found for service: "Symbol(Limit)"',
    );
    expect(runtime.hooks.explain(new Steps()).map(({ name }) => name)).toEqual(["Steps.own"]);
  });
});

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
