import { describe, expect, it } from "@jest/globals";
import { type Inputs, HookRegistrationError } from "@boathook/hooks";
import { tool, type Tool } from "@boathook/tools";
import { z } from "zod";
import {
  AfterKickoff,
  Agent,
  BeforeKickoff,
  createRuntime,
  Crew,
  CrewBase,
  DefineAgent,
  DefineCrew,
  DefineLlm,
  DefineTask,
  DefineTool,
  Task,
  type CrewBaseOptions,
} from "../../src/index.ts";

describe("classes that declare no crew", () => {
  it("a class without @CrewBase, with two crews, or with a method that is two things", async () => {
    class Plain {
      readonly a = 1;
    }
    @CrewBase()
    class Two {
      @DefineCrew() one(): Crew {
        throw new Error("never");
      }
      @DefineCrew() two(): Crew {
        throw new Error("never");
      }
    }
    @CrewBase()
    class Both {
      @DefineTask() @BeforeKickoff() work(_inputs?: Inputs): never {
        throw new Error("never");
      }
    }
    @CrewBase()
    class Empty {}
    const runtime = createRuntime();
    await expect(runtime.crew(Plain)).rejects.toThrow("Plain declares no crew; put @CrewBase on it");
    await expect(runtime.crew(Two)).rejects.toThrow("one, two: a class declares one crew: keep one @DefineCrew");
    await expect(runtime.crew(Both)).rejects.toThrow("work: a method is one thing only");
    await expect(runtime.crew(Empty)).rejects.toThrow("the crew has no tasks; declare one with @DefineTask");
    await expect(runtime.crew(7 as never)).rejects.toThrow(
      "expected a crew class or what defineCrew gives, got the number 7",
    );
    await expect(runtime.crew(undefined as never)).rejects.toThrow("got nothing");
  });

  it("a crew that belongs to another object, an object that the container gives twice, a method hidden by a field", async () => {
    const agent = new Agent({ role: "W", goal: "g", backstory: "b", llm: "offline" });
    const shared = new Crew({ tasks: [new Task({ description: "d", expectedOutput: "x", agent })] });
    @CrewBase()
    class Shared {
      @DefineCrew() crew(): Crew {
        return shared;
      }
    }
    @CrewBase()
    class Hidden {
      @DefineTask() work(): Task {
        throw new Error("never");
      }
    }
    const runtime = createRuntime();
    await runtime.crew(Shared);
    await expect(runtime.crew(Shared)).rejects.toThrow("make a new Crew each time");
    runtime.container.bind(Hidden).toConstantValue(Object.assign(new Hidden(), { work: 7 }));
    await expect(runtime.crew(Hidden)).rejects.toThrow("work: it is decorated, but no method on this object");
    await expect(runtime.crew(Hidden)).rejects.toThrow("the container gave the same Hidden twice");
  });

  it("an unmade class by hand is told from a made one", () => {
    @CrewBase()
    class Report {
      declare agents: Agent[];
      declare tasks: Task[];
      @DefineCrew() crew(): Crew {
        return new Crew({ agents: this.agents, tasks: this.tasks });
      }
    }
    expect(() => new Report().crew()).toThrow("runtime.crew(Class)");
  });
});

describe("decorators that stand wrong are refused when the class is declared", () => {
  it("on a field, on a static method, with arguments, with wrong options", () => {
    class Plain {
      readonly a = 1;
    }
    const wrong: object = { agent: "x", base: 7 };
    const decorate = (decorator: unknown, ...args: unknown[]) =>
      (decorator as (...given: unknown[]) => unknown)(...args);
    expect(() => decorate(DefineAgent, {}, "field", undefined)).toThrow(HookRegistrationError);
    expect(() => decorate(DefineTool, Plain, "make", { value: () => 1 })).toThrow(
      '@DefineTool stands on "make", which is a static member',
    );
    expect(() => decorate(DefineTask, "research")).toThrow("decorator @DefineTask: it takes no arguments");
    expect(() => {
      @CrewBase(wrong as CrewBaseOptions)
      class Wrong {}
      return Wrong;
    }).toThrow(
      /^Invalid @CrewBase of Wrong, 2 faults:\n {2}- base: expected a path or a URL\n {2}- agent: unknown option \(did you mean "agents"\?\)$/,
    );
    expect(() => {
      @CrewBase({ agents: "config/agents.yaml" })
      class NoBase {}
      return NoBase;
    }).toThrow('Invalid @CrewBase of NoBase: agents: "config/agents.yaml" needs a base');
    expect(() => {
      @CrewBase({ base: new URL("https://example.com/") })
      class Remote {}
      return Remote;
    }).toThrow("base: expected a folder of this machine, got a https: URL");
  });
});

// What does not compile: a decorator looks at the method that it stands on.
export class Misfits {
  // @ts-expect-error -- an agent is no task
  @DefineTask() agent(): Agent {
    return new Agent({ role: "W", goal: "g", backstory: "b" });
  }
  // @ts-expect-error -- a factory is called without arguments
  @DefineAgent worker(name: string): Agent {
    return new Agent({ role: name, goal: "g", backstory: "b" });
  }
  // @ts-expect-error -- inputs are a record
  @BeforeKickoff() inputs(inputs: string): void {
    throw new Error(inputs);
  }
  // @ts-expect-error -- a text is no output
  @AfterKickoff() output(): string {
    return "x";
  }
  // @ts-expect-error -- a tool is no model
  @DefineLlm() llm(): Date {
    return new Date();
  }
  @DefineTool() tool(): Tool {
    return tool({ name: "x", description: "x", inputSchema: z.object({}), execute: () => 1 });
  }
}
