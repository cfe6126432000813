import { describe, expect, it } from "@jest/globals";
import { callTool, ScriptedModel } from "@boathook/testing";
import { Tool } from "@boathook/tools";
import { z } from "zod";
import { Agent, createRuntime, CrewBase, DefineAgent, DefineTask, inject, Task } from "../../src/index.ts";

const texts = { role: "Worker", goal: "Do it", backstory: "You do." };

function replies(
  ...given: ConstructorParameters<typeof ScriptedModel>[0]["replies"] & readonly unknown[]
): ScriptedModel {
  return new ScriptedModel({ replies: given });
}

describe("what the container gives", () => {
  class Store {
    constructor(readonly found = "found") {}
    find(): string {
      return this.found;
    }
  }
  const Greeting = Symbol("Greeting");

  @CrewBase()
  class Injected {
    constructor(
      @inject(Store) readonly store: Store,
      @inject(Greeting) readonly greeting: string,
    ) {}
    @DefineAgent() worker(): Agent {
      return new Agent({ ...texts, backstory: `${this.greeting}, ${this.store.find()}`, llm: "offline" });
    }
    @DefineTask() work(): Task {
      return new Task({ description: "Work", expectedOutput: "x", agent: this.worker() });
    }
  }

  function runtimeWithStore() {
    const runtime = createRuntime();
    runtime.container.bind(Store).toConstantValue(new Store());
    runtime.container.bind(Greeting).toConstantValue("hello");
    return runtime;
  }

  it("goes to the constructor, also of a subclass that leaves the constructor to its parent", async () => {
    class Sub extends Injected {
      readonly own = 1;
    }
    const runtime = runtimeWithStore();
    for (const type of [Injected, Sub]) expect((await runtime.crew(type)).agents[0]?.backstory).toBe("hello, found");
  });

  it("needs no binding where a class is asked for, and names what it cannot make", async () => {
    const runtime = createRuntime();
    runtime.container.bind(Greeting).toConstantValue("hello");
    expect((await runtime.crew(Injected)).agents[0]?.backstory).toBe("hello, found");
    await expect(createRuntime().crew(Injected)).rejects.toMatchObject({
      code: "invalid_configuration",
      message: expect.stringContaining("Greeting"),
    });
    class Unmarked {
      constructor(readonly settings: object) {}
    }
    @CrewBase()
    class Asking {
      constructor(@inject(Unmarked) readonly part: Unmarked) {}
    }
    await expect(runtime.crew(Asking)).rejects.toMatchObject({
      code: "invalid_configuration",
      message: expect.stringContaining("Unmarked"),
    });
  });

  it("may be asynchronous, and rebound", async () => {
    const runtime = createRuntime();
    runtime.container.bind(Store).toDynamicValue(async () => new Store("later"));
    runtime.container.bind(Greeting).toConstantValue("hello");
    const undo = runtime.rebind(Greeting, "bye");
    expect((await runtime.crew(Injected)).agents[0]?.backstory).toBe("bye, later");
    undo();
    expect((await runtime.crew(Injected)).agents[0]?.backstory).toBe("hello, later");
  });

  it("is named by `static inject` where there are no parameter decorators", async () => {
    @CrewBase()
    class Static {
      static inject = [Store, Greeting];
      constructor(
        readonly store: Store,
        readonly greeting: string,
      ) {}
      @DefineTask() work(): Task {
        const agent = new Agent({ ...texts, role: `${this.greeting} ${this.store.find()}`, llm: "offline" });
        return new Task({ description: "Work", expectedOutput: "x", agent });
      }
    }
    expect((await runtimeWithStore().crew(Static)).agents[0]?.role).toBe("hello found");
  });

  it("goes into tools that the container makes", async () => {
    class Lookup extends Tool<{ text: string }, string> {
      readonly name = "lookup";
      readonly description = "Looks up";
      readonly inputSchema = z.object({ text: z.string() });
      constructor(@inject(Store) private readonly store: Store) {
        super();
      }
      execute(): string {
        return this.store.find();
      }
    }
    @CrewBase()
    class WithTool {
      constructor(@inject(Lookup) private readonly lookup: Lookup) {}
      @DefineAgent() worker(): Agent {
        return new Agent({ ...texts, tools: [this.lookup], llm: replies(callTool("lookup", { text: "x" }), "done") });
      }
      @DefineTask() work(): Task {
        return new Task({ description: "Work", expectedOutput: "x", agent: this.worker() });
      }
    }
    const runtime = runtimeWithStore();
    runtime.container.bind(Lookup).toSelf();
    const crew = await runtime.crew(WithTool);
    await crew.kickoff();
    const model = crew.agents[0]?.options.llm as ScriptedModel;
    expect(JSON.stringify(model.requests[1]?.messages)).toContain("found");
  });

  it("comes through as it was thrown when a constructor throws", async () => {
    const failure = new RangeError("no");
    @CrewBase()
    class Throws {
      constructor() {
        throw failure;
      }
    }
    await expect(createRuntime().crew(Throws)).rejects.toBe(failure);
  });
});

describe("what a constructor cannot be given", () => {
  const Missing = Symbol("Missing");

  it("names the class, what is not bound, and what to do", async () => {
    @CrewBase()
    class Needs {
      constructor(@inject(Missing) readonly missing: unknown) {}
    }
    @CrewBase()
    class Unmarked {
      constructor(readonly what: string) {}
    }
    @CrewBase()
    class TypeOnly {
      static inject = [undefined];
      constructor(readonly what: string) {}
    }
    @CrewBase()
    class Short {
      static inject = [Missing];
      constructor(
        readonly one: string,
        readonly two: string,
      ) {}
    }
    const runtime = createRuntime();
    await expect(runtime.crew(Needs)).rejects.toThrow(
      'Invalid class Needs: constructor: No bindings found for service: "Symbol(Missing)". Bind it (runtime.container.bind(…)), and give every constructor parameter an @inject.',
    );
    await expect(runtime.crew(Unmarked)).rejects.toThrow("Invalid class Unmarked: constructor: ");
    await expect(runtime.crew(TypeOnly)).rejects.toThrow("`static inject` holds nothing usable at 0");
    await expect(runtime.crew(Short)).rejects.toThrow("`static inject` lists 1 of the 2 things");
  });
});
