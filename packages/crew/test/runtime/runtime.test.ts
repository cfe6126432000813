import { afterEach, describe, expect, it } from "@jest/globals";
import { Flow, Start, type FlowOptions } from "@boathook/flow";
import { clearAllHooks } from "@boathook/hooks";
import { DetachedWorkService, service } from "@boathook/kernel";
import {
  createRuntime,
  defaultRuntime,
  kickoff,
  RuntimeClosedError,
  RuntimeCloseError,
  serviceToken,
  Tokens,
  type CrewOutput,
  type Runtime,
  type RuntimePlugin,
} from "../../src/index.ts";
import { memoryLogger, Steps, Team, trail } from "./support.ts";

afterEach(async () => {
  clearAllHooks();
  trail.length = 0;
  await defaultRuntime().close();
});

describe("flows of a runtime", () => {
  it("are made by the container and run on it", async () => {
    const Topic = Symbol("Topic");
    class Injected extends Flow<object, string> {
      static override inject = [Topic];
      constructor(readonly topic: string) {
        super();
      }
      @Start() begin(): string {
        return this.topic;
      }
    }
    const runtime = createRuntime();
    runtime.container.bind(Topic).toConstantValue("tides");
    runtime.hooks.on("execution_start", () => void trail.push("runtime"));
    const flow = await runtime.flow(Injected);
    expect([flow instanceof Injected, await flow.kickoff(), trail]).toEqual([true, "tides", ["runtime"]]);
    class Optional extends Flow<object, string> {
      constructor(options?: FlowOptions) {
        super({ ...options, name: "optional" });
      }
      @Start() begin(): string {
        return this.name;
      }
    }
    expect(await (await runtime.flow(Optional)).kickoff()).toBe("optional");
    await expect(runtime.flow(Team as never)).rejects.toThrow(
      "expected a class that extends Flow, got the function Team",
    );
  });
});

describe("a plugin that takes its time", () => {
  class Stepping extends Flow<object, string> {
    @Start() begin(): string {
      trail.push("ran");
      return "done";
    }
  }
  const slow = (work: () => unknown): RuntimePlugin => ({
    name: "slow",
    install: async (runtime) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      runtime.hooks.on("execution_start", () => void trail.push("policy"));
      await work();
    },
  });

  it("is waited for by every run on its runtime, so that none goes past its hooks", async () => {
    const runtime = createRuntime({ use: [slow(() => undefined)] });
    await new Stepping({ runtime }).kickoff();
    expect(trail).toEqual(["policy", "ran"]);
  });

  it("keeps every run from beginning when it cannot be installed", async () => {
    const boom = new Error("no store");
    const runtime = createRuntime({ use: [slow(() => Promise.reject(boom))], logger: memoryLogger() });
    await expect(new Stepping({ runtime }).kickoff()).rejects.toBe(boom);
    expect(trail).toEqual([]);
  });

  it("may itself run something on the runtime", async () => {
    const inner: RuntimePlugin = {
      name: "inner",
      install: async (runtime) => {
        await new Stepping({ runtime }).kickoff();
      },
    };
    const runtime = createRuntime({ use: [inner] });
    expect(await new Stepping({ runtime }).kickoff()).toBe("done");
    expect(trail).toEqual(["ran", "ran"]);
  });
});

describe("the default runtime", () => {
  it("is made on first use, serves whoever names none, and is made anew when it was closed", async () => {
    const first = defaultRuntime();
    expect(defaultRuntime()).toBe(first);
    first.hooks.on("execution_start", () => void trail.push("default"));
    await new Steps().kickoff({ topic: "tides" });
    expect(trail).toEqual(["default", "flow", "begin tides"]);
    await first.close();
    trail.length = 0;
    await new Steps().kickoff({ topic: "tides" });
    expect(trail).toEqual(["flow", "begin tides"]);
    expect(defaultRuntime()).not.toBe(first);
  });

  it("kicks off crew classes and flow classes in one line", async () => {
    expect((await kickoff(Team)).raw).toBe("done");
    expect(await kickoff(Steps, { topic: "moons" })).toBe("flown");
    await expect(kickoff(Date)).rejects.toThrow("Date declares no crew");
    await expect(kickoff(Team, {}, { timeout: 1 } as never)).rejects.toThrow("timeout: unknown option");
  });
});

describe("plugins and closing", () => {
  function plugin(name: string, install: (runtime: Runtime) => unknown): RuntimePlugin {
    return { name, install: install as RuntimePlugin["install"] };
  }

  it("installs in order, also asynchronous ones, before anything is made; uninstalls in the reverse order", async () => {
    const note = (name: string) => () => void trail.push(name);
    const runtime = createRuntime({
      use: [
        plugin("a", (on_) => {
          trail.push("install a");
          on_.hooks.on("execution_start", note("hook a"));
          return note("uninstall a");
        }),
        plugin("b", async () => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          trail.push("install b");
          return async () => note("uninstall b")();
        }),
        plugin("c", note("install c")),
      ],
    });
    expect(trail).toEqual(["install a"]);
    const crew = await runtime.crew(Team);
    expect(trail).toEqual(["install a", "install b", "install c"]);
    await crew.kickoff();
    await runtime.close();
    expect(trail.slice(3)).toEqual(["hook a", "crew outer", "hook a", "crew inner", "uninstall b", "uninstall a"]);
  });

  it("a plugin that throws takes those before it out; the error is its own", async () => {
    const failure = new Error("no disk");
    const before = plugin("before", () => () => void trail.push("out"));
    const failing = plugin("failing", () => {
      throw failure;
    });
    expect(() => createRuntime({ use: [before, failing] })).toThrow(failure);
    expect(trail).toEqual(["out"]);
    const logger = memoryLogger();
    const later = createRuntime({ logger, use: [before, plugin("later", async () => Promise.reject(failure))] });
    await expect(later.crew(Team)).rejects.toBe(failure);
    await expect(later.close()).rejects.toThrow("plugins: no disk");
    expect([trail, logger.lines]).toEqual([["out", "out"], ['a plugin could not be installed {"error":"no disk"}']]);
  });

  it("closing waits for work in the background, tries everything, and tells all that failed", async () => {
    const runtime = createRuntime({
      use: [
        plugin("first", () => () => {
          throw new Error("first");
        }),
        plugin("second", () => async () => Promise.reject(new Error("second"))),
      ],
    });
    runtime.hooks.on("execution_end", (ctx) => {
      if (ctx.crew === undefined) return;
      service(DetachedWorkService).add(
        "writing",
        later(20).then(() => void trail.push("written")),
      );
    });
    await (await runtime.crew(Team)).kickoff();
    const closing = runtime.close();
    expect(runtime.close()).toBe(closing);
    const error = await closing.then(undefined, (thrown: unknown) => thrown as RuntimeCloseError);
    expect(RuntimeCloseError.is(error)).toBe(true);
    expect(error).toMatchObject({ code: "runtime_close_failed", errors: [new Error("second"), new Error("first")] });
    expect(trail).toContain("written");
    await expect(runtime.crew(Team)).rejects.toThrow(RuntimeClosedError);
    await expect(runtime.flow(Steps)).rejects.toThrow("The runtime is closed. Make a new one with createRuntime().");
  });

  it("closing takes no policy away from a run that is under way", async () => {
    const runtime = createRuntime();
    runtime.hooks.on("output", () => void trail.push("policy"));
    const running = (await runtime.crew(Team)).kickoff();
    await runtime.close();
    await running;
    expect(trail.filter((line) => line === "policy")).toHaveLength(2);
  });

  it("closing gives up waiting at its time limit, and still takes plugins out", async () => {
    const runtime = createRuntime({ use: [plugin("a", () => () => void trail.push("out"))] });
    let finish = () => {};
    const endless = new Promise<void>((resolve) => (finish = resolve));
    runtime.container.get(serviceToken(DetachedWorkService)).add("endless", endless);
    await expect(runtime.close({ timeoutMs: 10 })).rejects.toThrow(
      "work in the background: Waiting for it took longer than its limit of 10 ms",
    );
    expect(trail).toEqual(["out"]);
    finish();
    expect(() => createRuntime().close({ timeout: 1 } as never)).toThrow("timeout: unknown option");
  });

  it("closes the engine that it made, and leaves yours open", async () => {
    const closed: string[] = [];
    const mine = Object.assign(createRuntime().container.get(Tokens.DurableEngine), {
      close: async () => void closed.push("mine"),
    });
    {
      await using runtime = createRuntime({ engine: mine });
      expect(runtime.container.get(Tokens.DurableEngine)).toBe(mine);
    }
    const runtime = createRuntime();
    Object.assign(runtime.container.get(Tokens.DurableEngine), { close: async () => void closed.push("its own") });
    await runtime.close();
    expect(closed).toEqual(["its own"]);
  });

  it("refuses wrong options, all at once, with their paths", () => {
    const twice = plugin("same", () => undefined);
    expect(() =>
      createRuntime({ plugins: [], use: [{}], llm: "", logger: () => undefined, engine: {}, container: {} } as never),
    ).toThrow(
      /^Invalid runtime, 6 faults:[^]*use\.0: expected a plugin[^]*llm: [^]*engine: [^]*logger: [^]*container: expected an inversify Container[^]*plugins: unknown option/,
    );
    expect(() => createRuntime({ use: [twice, twice] })).toThrow('use.1: the plugin "same" is in the list already');
  });
});

// What does not compile.
export async function misfits(runtime: Runtime): Promise<void> {
  // @ts-expect-error -- a number is no clock
  runtime.rebind(Tokens.Clock, 7);
  // @ts-expect-error -- a flow gives what it gives, not the output of a crew
  const output: CrewOutput = await kickoff(Steps);
  // @ts-expect-error -- a crew class is no flow
  await runtime.flow(Team);
  const flow: Steps = await runtime.flow(Steps);
  const crew: CrewOutput = await kickoff(Team);
  throw new Error(JSON.stringify([output, flow, crew]));
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
