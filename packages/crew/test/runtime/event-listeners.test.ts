import { afterEach, describe, expect, it } from "@jest/globals";
import { FlowStartedEvent, MethodExecutionFinishedEvent } from "@boathook/flow";
import { EventListener, OnEvent } from "@boathook/hooks";
import {
  type BoathookEvent,
  ConfigurationError,
  defineEvent,
  emit,
  runInFrame,
  childFrame,
  RUNTIME,
} from "@boathook/kernel";

import {
  createRuntime,
  CrewKickoffCompletedEvent,
  eventListeners,
  inject,
  RuntimeCloseError,
  TaskCompletedEvent,
  type Runtime,
} from "../../src/index.ts";
import { memoryLogger, Steps, Team, trail } from "./support.ts";

afterEach(() => {
  trail.length = 0;
});

class Rung extends defineEvent("test_rung")<{ readonly bell: string }>() {}
class RungLoudly extends Rung {}

const Prefix = Symbol("Prefix");

@EventListener()
class Log {
  readonly #prefix: string;
  constructor(@inject(Prefix) prefix: string) {
    this.#prefix = prefix;
    trail.push("made");
  }
  @OnEvent(TaskCompletedEvent) done({ type, taskName }: TaskCompletedEvent): void {
    trail.push(`${this.#prefix} ${type} ${String(taskName)}`);
  }
  @OnEvent(FlowStartedEvent) @OnEvent(MethodExecutionFinishedEvent) flow({ type }: BoathookEvent): void {
    trail.push(`${this.#prefix} ${type}`);
  }
}

function ring(runtime: Runtime, type: typeof Rung, bell: string): void {
  const { services, channel } = runtime[RUNTIME];
  runInFrame(childFrame({ services, channels: [channel] }), () => {
    emit(type, { bell });
  });
}

describe("an event listener of a runtime", () => {
  it("is made once by the container, and sees the events of crews and flows until the runtime is closed", async () => {
    const runtime = createRuntime({ use: [{ name: "bindings", install: bindPrefix }, eventListeners(Log)] });
    await (await runtime.crew(Team)).kickoff();
    const flow = await runtime.flow(Steps);
    await flow.kickoff({ topic: "tides" });
    const seen = trail.filter((line) => line === "made" || line.startsWith(">"));
    expect(seen).toEqual(["made", "> task_completed work", "> flow_started", "> method_execution_finished"]);
    await runtime.close();
    await flow.kickoff({ topic: "later" });
    expect(trail.filter((line) => line === "made" || line.startsWith(">"))).toEqual(seen);
  });

  it("sees subclasses of its events, once per method, in order, also while its parts are being made", async () => {
    @EventListener
    class Bells {
      constructor(@inject(Prefix) readonly prefix: string) {}
      @OnEvent(Rung) @OnEvent(RungLoudly) any(event: Rung): void {
        trail.push(`${this.prefix} any ${event.bell}`);
        if (event.bell === "first") ring(runtime, Rung, "echo");
      }
      @OnEvent(RungLoudly) loud(event: RungLoudly): void {
        trail.push(`${this.prefix} loud ${event.bell}`);
      }
    }
    const bindLate = (runtimeOf: Runtime): void => {
      runtimeOf.container.bind(Prefix).toDynamicValue(() => later(5).then(() => "late"));
    };
    const runtime: Runtime = createRuntime({ use: [{ name: "bindings", install: bindLate }, eventListeners(Bells)] });
    ring(runtime, Rung, "first");
    ring(runtime, RungLoudly, "second");
    expect(trail).toEqual([]);
    await runtime.events.flush();
    ring(runtime, Rung, "last");
    expect(trail).toEqual(["late any first", "late any second", "late loud second", "late any echo", "late any last"]);
    await runtime.close();
  });

  it("that throws, rejects or cannot be made hurts no run; its errors come out of `events.errors`", async () => {
    @EventListener()
    class Broken {
      @OnEvent(CrewKickoffCompletedEvent) throws(): void {
        throw new Error("thrown");
      }
      @OnEvent(CrewKickoffCompletedEvent) async rejects(): Promise<void> {
        await later(1);
        throw new Error("rejected");
      }
    }
    @EventListener()
    class Unmade {
      constructor() {
        throw new Error("no such thing");
      }
      @OnEvent(CrewKickoffCompletedEvent) never(): void {
        trail.push("never");
      }
    }
    const runtime = createRuntime({ use: [eventListeners(Broken, Unmade)], logger: memoryLogger() });
    const errors: string[] = [];
    runtime.events.errors.subscribe(({ error, event }) => {
      errors.push(`${String(error)} at ${String(event?.type)}`);
    });
    await expect((await runtime.crew(Team)).kickoff()).resolves.toMatchObject({ raw: "done" });
    await runtime.close();
    expect(errors.sort()).toEqual(
      ["thrown", "no such thing", "rejected"].map((text) => `Error: ${text} at crew_kickoff_completed`).sort(),
    );
    expect(trail).not.toContain("never");
  });

  it("is waited for when the runtime is closed; at the time limit closing fails and says so", async () => {
    @EventListener()
    class Slow {
      @OnEvent(Rung) async write({ bell }: Rung): Promise<void> {
        await later(bell === "short" ? 20 : 5_000, this.#stop.signal);
        trail.push(bell);
      }
      readonly #stop = stop;
    }
    const stop = new AbortController();
    const runtime = createRuntime({ use: [eventListeners(Slow)] });
    ring(runtime, Rung, "short");
    await runtime.close();
    expect(trail).toEqual(["short"]);
    const other = createRuntime({ use: [eventListeners(Slow)] });
    ring(other, Rung, "long");
    await expect(other.close({ timeoutMs: 20 })).rejects.toThrow(RuntimeCloseError);
    stop.abort();
  });

  it("that is no class, listens to nothing, is not marked or cannot be given its parts is refused", () => {
    class Unmarked {
      @OnEvent(Rung) hear(): void {
        trail.push("never");
      }
    }
    @EventListener()
    class Deaf {}
    expect(() => eventListeners(Unmarked, Deaf, {} as never)).toThrow(ConfigurationError);
    expect(() => eventListeners(Unmarked, Deaf, {} as never)).toThrow(
      /Unmarked is not marked.*Deaf listens to nothing.*expected a class with @OnEvent methods/s,
    );
    expect(() => createRuntime({ use: [eventListeners(Log)] })).toThrow(
      /No bindings found for service: "Symbol\(Prefix\)"/,
    );
    expect(() => OnEvent(undefined as never)).toThrow(/@OnEvent takes a class of events/);
  });
});

function bindPrefix(runtime: Runtime): void {
  runtime.container.bind(Prefix).toConstantValue(">");
}

function later(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
