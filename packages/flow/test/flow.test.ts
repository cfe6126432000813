import "@boathook/testing/reset";

import { describe, expect, it } from "@jest/globals";
import { currentFrame, newId } from "@boathook/kernel";
import { currentUsage, llm } from "@boathook/models";
import { ScriptedModel } from "@boathook/testing";

import { Flow, Listen, or, Router, Start } from "../src/index.ts";
import { delay, watch } from "./support/watch.ts";

class Article extends Flow<{ topic: string }, string> {
  @Start() outline() {
    return `About ${this.state.topic}`;
  }
  @Router("outline", { emit: ["long", "short"] }) size(outline: string) {
    return outline.length > 40 ? "long" : "short";
  }
  @Listen(or("long", "short")) write(label: string) {
    return `a ${label} article`;
  }
}

describe("a kickoff", () => {
  it("runs the methods in order and gives what the last one returned", async () => {
    const { value, trail, events } = await watch(() => new Article().kickoff({ topic: "tides" }));
    expect(value).toBe("a short article");
    expect(trail).toEqual([
      "flow_started",
      "started outline",
      "finished outline",
      "started size",
      "finished size",
      "started write",
      "finished write",
      "flow_finished",
    ]);
    expect(events.map((event) => event.sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(new Set(events.map((event) => event.flowName))).toEqual(new Set(["Article"]));
    const [started, ...rest] = events;
    expect(rest.slice(0, -1).map((event) => event.parentId)).toEqual(Array(6).fill(started?.id));
    expect(rest.at(-1)?.startedEventId).toBe(started?.id);
  });

  it("shows in its events the inputs, parameters, results and a copy of the state", async () => {
    class Counting extends Flow<{ count: number[] }> {
      override initialState = { count: [] as number[] };
      @Start() one() {
        this.state.count.push(1);
        return 1;
      }
      @Listen("one") two(one: number) {
        this.state.count.push(2);
        return one + 1;
      }
    }
    const flow = new Counting();
    const { events } = await watch(() => flow.kickoff({ id: "a" }));
    const fields = events.map(({ type, ...event }) => ({
      type,
      ...Object.fromEntries(
        ["inputs", "methodName", "params", "result", "state"].flatMap((key) =>
          key in event ? [[key, Reflect.get(event, key)]] : [],
        ),
      ),
    }));
    expect(fields).toEqual([
      { type: "flow_started", inputs: { id: "a" } },
      { type: "method_execution_started", methodName: "one", params: {} },
      { type: "method_execution_finished", methodName: "one", result: 1, state: { id: "a", count: [1] } },
      { type: "method_execution_started", methodName: "two", params: { _0: 1 } },
      { type: "method_execution_finished", methodName: "two", result: 2, state: { id: "a", count: [1, 2] } },
      { type: "flow_finished", result: 2 },
    ]);
  });

  it("leaves the caller's inputs alone and refuses what is no plain object", async () => {
    const shared = new Map([["a", 1]]);
    const inputs = { topic: "tides", list: ["kept"], shared };
    class Editing extends Flow<typeof inputs> {
      @Start() edit() {
        this.state.topic = "changed";
        this.state.list.push("added");
        return this.state.shared;
      }
    }
    expect(await new Editing().kickoff(inputs)).toEqual(shared);
    expect(inputs).toEqual({ topic: "tides", list: ["kept"], shared });
    for (const wrong of ["text", null, [1], new Date()]) {
      await expect(new Editing().kickoff(wrong as never)).rejects.toMatchObject({ code: "invalid_inputs" });
    }
    await expect(new Editing().kickoff({ id: 7 })).rejects.toMatchObject({
      code: "invalid_inputs",
      faults: [{ path: "id", message: "the id of a state is a text that is not empty, got the number 7" }],
    });
  });

  it("refuses options it does not know, all at once, and wrong ones of the flow itself", async () => {
    const options = { timeoutMs: -1, sginal: undefined, hooks: [() => undefined], humanInput: 3 };
    await expect(new Article().kickoff({}, options as never)).rejects.toMatchObject({
      code: "invalid_configuration",
      faults: expect.arrayContaining([
        expect.objectContaining({ path: "timeoutMs" }),
        { path: "sginal", message: "unknown option", suggestion: 'did you mean "signal"?' },
        expect.objectContaining({ path: "hooks.0" }),
        expect.objectContaining({ path: "humanInput" }),
      ]),
    });
    expect(() => new Article({ maxMethodCals: 3 } as never)).toThrow('did you mean "maxMethodCalls"?');
    expect(() => new Article({ maxConcurrency: 0 })).toThrow("maxConcurrency");
  });

  it("streams what a method yields, in the run's own context, and joins texts", async () => {
    class Streaming extends Flow {
      @Start() async *words() {
        await Promise.resolve();
        yield `${currentFrame().names.flowName ?? "?"} `;
        yield "ends";
      }
      @Listen("words") numbers(words: string) {
        return (async function* () {
          await Promise.resolve();
          yield words;
          yield 2;
        })();
      }
    }
    const { value, trail } = await watch(() => new Streaming({ name: "Lamp" }).kickoff());
    expect(value).toEqual(["Lamp ends", 2]);
    expect(trail.filter((line) => line.startsWith("method_stream_chunk"))).toHaveLength(4);
  });

  it("emits what its author emits, and shows only what it is told to show", async () => {
    class Telling extends Flow {
      @Start() tell() {
        this.emit("progress", { percent: 50 });
      }
    }
    const { trail, events } = await watch(() => new Telling({ suppressFlowEvents: true }).kickoff());
    expect(trail).toEqual(["flow_started", "flow_custom", "flow_finished"]);
    expect(events[1]).toMatchObject({ name: "progress", data: { percent: 50 } });
  });

  it("counts the usage of its model calls, once, also in nested flows", async () => {
    const reply = { text: "hi", usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 } };
    class Asking extends Flow {
      @Start() async inquire() {
        await llm(new ScriptedModel({ replies: [reply] })).call("hello");
        return currentUsage().totalTokens;
      }
    }
    class Outer extends Flow {
      readonly inner = new Asking();
      @Start() async nest() {
        await this.inner.kickoff();
        return llm(new ScriptedModel({ replies: [reply] })).call("hello");
      }
    }
    const outer = new Outer();
    await outer.kickoff();
    expect([outer.usage.totalTokens, outer.usage.requests, outer.inner.usage.totalTokens]).toEqual([10, 2, 5]);
    await outer.kickoff();
    expect(outer.usage.totalTokens).toBe(10);
  });
});

describe("state", () => {
  it("is each kickoff's own, also for kickoffs of one object at the same time", async () => {
    class Slow extends Flow<{ name: string; seen: string[] }> {
      override initialState = { seen: [] as string[] };
      readonly #secret = newId();
      @Start() async first() {
        await delay(this.state.name === "a" ? 20 : 5);
        this.state.seen.push(`first ${this.state.name}`);
        return this.#secret;
      }
      @Listen("first") async second() {
        await delay(5);
        this.state.seen.push(`second ${this.state.name}`);
        return { seen: this.state.seen, outputs: this.methodOutputs.length, secret: this.#secret };
      }
    }
    const flow = new Slow();
    const [a, b] = (await Promise.all([flow.kickoff({ name: "a" }), flow.kickoff({ name: "b" })])) as {
      seen: string[];
      secret: string;
    }[];
    expect(a).toMatchObject({ seen: ["first a", "second a"], outputs: 1 });
    expect(b).toMatchObject({ seen: ["first b", "second b"], outputs: 1, secret: a?.secret });
    expect(flow.state.name).toBe("a");
    expect(flow.methodOutputs.map(({ method }) => method)).toEqual(["first", "second"]);
  });

  it("begins afresh: from a copy of the initial state, or from what its function makes, and the inputs", async () => {
    class Record extends Flow<{ list: string[]; when: Date }> {
      override initialState = { list: ["kept"], when: new Date(0) };
      @Start() add() {
        this.state.list.push("added");
        this.state.when.setFullYear(2000);
        return this.state.id;
      }
    }
    const flow = new Record();
    const first = await flow.kickoff();
    const second = await flow.kickoff();
    expect(first).not.toBe(second);
    expect(flow.state.list).toEqual(["kept", "added"]);
    expect(flow.initialState).toEqual({ list: ["kept"], when: new Date(0) });

    class Made extends Flow<{ at: number }> {
      #n = 0;
      override initialState = () => ({ at: (this.#n += 1) });
      @Start() give() {
        return this.state.at;
      }
    }
    const made = new Made();
    expect([await made.kickoff(), await made.kickoff(), await made.kickoff({ at: 9 })]).toEqual([1, 2, 9]);
  });

  it("is frozen before the first kickoff, and the inner flow's own in a flow of the same class", async () => {
    class Nest extends Flow<{ depth: number }> {
      @Start() async down() {
        if (this.state.depth === 0) return "bottom";
        const inner = new Nest();
        const below: unknown = await inner.kickoff({ depth: this.state.depth - 1 });
        return `${this.state.depth} ${String(below)} ${inner.state.depth}`;
      }
    }
    const flow = new Nest();
    expect(() => {
      flow.state.depth = 3;
    }).toThrow(TypeError);
    expect(flow.state.id).not.toBe("");
    expect(await flow.kickoff({ depth: 2 })).toBe("2 1 bottom 0 1");
  });

  it("is the innermost kickoff's where a flow kicks itself off", async () => {
    class Again extends Flow<{ depth: number }> {
      @Start() async go() {
        const { depth } = this.state;
        if (depth > 0) await this.kickoff({ depth: depth - 1 });
        return this.state.depth === depth;
      }
    }
    expect(await new Again().kickoff({ depth: 2 })).toBe(true);
  });
});

describe("nested runs", () => {
  it("share the execution, its sequence and parents", async () => {
    class Inner extends Flow {
      @Start() work() {
        return 1;
      }
    }
    class Outer extends Flow {
      @Start() nest() {
        return new Inner().kickoff();
      }
    }
    const { events } = await watch(() => new Outer().kickoff());
    expect(new Set(events.map((event) => event.executionId)).size).toBe(1);
    const named = events.map((event) => [
      event.type,
      event.flowName,
      events.findIndex(({ id }) => id === event.parentId),
    ]);
    expect(named).toEqual([
      ["flow_started", "Outer", -1],
      ["method_execution_started", "Outer", 0],
      ["flow_started", "Inner", 1],
      ["method_execution_started", "Inner", 2],
      ["method_execution_finished", "Inner", 2],
      ["flow_finished", "Inner", 1],
      ["method_execution_finished", "Outer", 0],
      ["flow_finished", "Outer", -1],
    ]);
  });

  it("are seen on the channels of every flow around them, and only there", async () => {
    class Inner extends Flow {
      @Start() work() {
        return 1;
      }
    }
    class Outer extends Flow {
      readonly inner = new Inner();
      @Start() nest() {
        return this.inner.kickoff();
      }
    }
    const outer = new Outer();
    const seen: string[] = [];
    const running = outer.kickoff();
    outer.events.all.subscribe((event) => seen.push(`outer ${event.type}`));
    outer.inner.events.all.subscribe((event) => seen.push(`inner ${event.type}`));
    await running;
    await new Inner().kickoff();
    expect(seen.filter((line) => line.startsWith("inner"))).toHaveLength(4);
    expect(seen.filter((line) => line.startsWith("outer"))).toHaveLength(8);
  });
});
