import { afterEach, describe, expect, it } from "@jest/globals";
import { Flow, MemoryEngine, Start } from "@boathook/flow";
import { HumanInputService, TelemetryService } from "@boathook/hooks";
import {
  events,
  LoggerService,
  service,
  serviceKey,
  type BoathookEvent,
  type Clock,
  type Logger,
} from "@boathook/kernel";
import { ScriptedModel } from "@boathook/testing";
import { Container } from "inversify";
import { Agent, createRuntime, Crew, inject, serviceToken, Task, Tokens } from "../../src/index.ts";
import { memoryLogger, Team, texts, trail } from "./support.ts";

afterEach(() => {
  trail.length = 0;
});

describe("services of a runtime", () => {
  it("reach the runs on it, and no others", async () => {
    const clock: Clock = { now: () => 42, sleep: () => Promise.resolve() };
    let id = 0;
    const runtime = createRuntime();
    runtime.rebind(Tokens.Clock, clock);
    runtime.rebind(Tokens.IdGenerator, () => `id-${(id += 1)}`);
    const crew = await runtime.crew(Team);
    const seen: BoathookEvent[] = [];
    const subscription = events.all.subscribe((event) => seen.push(event));
    const output = await crew.kickoff();
    await (await createRuntime().crew(Team)).kickoff();
    subscription.unsubscribe();
    expect([crew.id, output.executionId]).toEqual(["id-3", "id-4"]);
    const mine = seen.filter((event) => event.executionId === "id-4");
    expect(mine.length).toBeGreaterThan(3);
    expect(new Set(mine.map((event) => event.timestamp))).toEqual(new Set([42]));
    expect(seen.some((event) => event.timestamp !== 42)).toBe(true);
  });

  it("are each runtime's own where nobody replaced them", async () => {
    const one = createRuntime();
    const two = createRuntime();
    expect(one.container.get(Tokens.ToolCache)).toBe(one.container.get(Tokens.ToolCache));
    expect(one.container.get(Tokens.ToolCache)).not.toBe(two.container.get(Tokens.ToolCache));
    expect(one.container.get(Tokens.DurableEngine).kind).toBe("embedded");
  });

  it("come from options, from a container of yours, and from any service key's token", async () => {
    const given = memoryLogger();
    const bound = { ask: async () => "yes" };
    const yours = new Container();
    yours.bind(Tokens.HumanInput).toConstantValue(bound);
    yours.bind(Tokens.Logger).toConstantValue(memoryLogger());
    const Colour = serviceKey<string>("test:Colour", () => "red");
    const runtime = createRuntime({
      container: yours,
      logger: given,
      telemetry: { detectMutations: true },
      llm: "offline",
    });
    const found: unknown[] = [];
    const look = () =>
      found.push(service(LoggerService), service(HumanInputService), service(TelemetryService), service(Colour));
    runtime.hooks.on("input", (ctx) => {
      if (ctx.crew === undefined) look();
    });
    const crew = await runtime.crew(Team);
    await crew.kickoff();
    const undo = runtime.rebind(serviceToken(Colour), "blue");
    await crew.kickoff();
    undo();
    expect(found).toEqual([
      given,
      bound,
      { detectMutations: true },
      "red",
      given,
      bound,
      { detectMutations: true },
      "blue",
    ]);
    expect(yours.isBound(serviceToken(Colour))).toBe(false);
  });

  it("serve agents without a model with the runtime's", async () => {
    const runtime = createRuntime({ llm: new ScriptedModel({ replies: ["from the runtime"] }) });
    const crew = new Crew({
      runtime,
      tasks: [new Task({ description: "d", expectedOutput: "x", agent: new Agent(texts) })],
    });
    expect((await crew.kickoff()).raw).toBe("from the runtime");
  });
});

describe("rebinding", () => {
  const Token = Symbol("Token");

  it("lies on top of what is bound, and is taken back in any order", () => {
    const runtime = createRuntime();
    let made = 0;
    runtime.container
      .bind(Token)
      .toDynamicValue(() => `made ${(made += 1)}`)
      .inTransientScope();
    const get = () => runtime.container.get(Token);
    expect(get()).toBe("made 1");
    const one = runtime.rebind(Token, "one");
    const two = runtime.rebind(Token, "two");
    expect(get()).toBe("two");
    one();
    expect(get()).toBe("two");
    two();
    two();
    expect([get(), get()]).toEqual(["made 2", "made 3"]);
  });

  it("binds what nobody bound, and leaves nothing", () => {
    const runtime = createRuntime();
    const undo = runtime.rebind(Token, 1);
    expect(runtime.container.get(Token)).toBe(1);
    undo();
    expect(runtime.container.isBound(Token)).toBe(false);
  });

  it("reaches what is made of it, and services that were in use, also when done on the container itself", async () => {
    const runtime = createRuntime();
    class User {
      constructor(@inject(Token) readonly token: unknown) {}
    }
    runtime.container.bind(User).toSelf();
    runtime.container.bind(Token).toConstantValue("bound");
    const undo = runtime.rebind(Token, "rebound");
    expect(runtime.container.get(User).token).toBe("rebound");
    undo();
    expect(runtime.container.get(User).token).toBe("bound");

    const found: Logger[] = [];
    runtime.hooks.on("execution_end", () => void found.push(service(LoggerService)));
    const crew = await runtime.crew(Team);
    await crew.kickoff();
    const logger = memoryLogger();
    runtime.container.rebind(Tokens.Logger).toConstantValue(logger);
    await crew.kickoff();
    runtime.container.unbind(Tokens.Logger);
    await crew.kickoff();
    expect(found.map((one) => one === logger)).toEqual([false, false, true, true, false, false]);
  });
});

describe("the runtime's engine", () => {
  it("executes the runs of its crews and flows, save those of flows with one of their own", async () => {
    class Counting extends MemoryEngine {
      runs = 0;
      override readonly openRun: MemoryEngine["openRun"] = () => {
        this.runs += 1;
        return new MemoryEngine().openRun();
      };
    }
    class OneStep extends Flow {
      @Start() step(): string {
        return "done";
      }
    }
    const [shared, own] = [new Counting(), new Counting()];
    await using runtime = createRuntime({ engine: shared });
    const agent = new Agent({ role: "r", goal: "g", backstory: "b", llm: new ScriptedModel({ replies: ["x"] }) });
    const task = new Task({ description: "d", expectedOutput: "e", agent });
    await new Crew({ tasks: [task], runtime }).kickoff();
    await new OneStep({ runtime }).kickoff();
    await new OneStep({ runtime, engine: own }).kickoff();
    expect([shared.runs, own.runs]).toEqual([2, 1]);
  });
});
