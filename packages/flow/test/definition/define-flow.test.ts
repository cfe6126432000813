import "@boathook/testing/reset";

import { describe, expect, it } from "@jest/globals";
import { z } from "zod";

import { and, defineFlow, Flow, Listen, or, Router, Start } from "../../src/index.ts";
import { watch } from "../support/watch.ts";

class Triage extends Flow {
  @Start() read() {
    return 4;
  }
  @Router("read", { emit: ["urgent", "later"] }) decide(priority: number) {
    return priority > 3 ? "urgent" : "later";
  }
  @Listen(or("urgent", and("read", "later"))) answer(label: string) {
    return `answered: ${label}`;
  }
}

const Defined = defineFlow({
  name: "Triage",
  methods: {
    read: { start: true, run: () => 4 },
    decide: {
      router: "read",
      emit: ["urgent", "later"],
      run: (priority) => (Number(priority) > 3 ? "urgent" : "later"),
    },
    answer: { listen: or("urgent", and("read", "later")), run: (label) => `answered: ${String(label)}` },
  },
});

describe("a flow without decorators", () => {
  it("is the same graph, takes the same course and gives the same result as one with them", async () => {
    const [decorated, defined] = [new Triage(), new Defined()];
    expect(defined.explain()).toEqual(decorated.explain());
    const expected = await watch(() => decorated.kickoff());
    const { value, trail } = await watch(() => defined.kickoff());
    expect([value, trail]).toEqual(["answered: urgent", expected.trail]);
    expect(Defined.name).toBe("Triage");
  });

  it("has a state: an initial one, or a schema that types it", async () => {
    const Plain = defineFlow({
      name: "plain",
      state: { count: 1 },
      methods: {
        add: {
          start: true,
          run() {
            this.state.count += 1;
            return this.state.count;
          },
        },
      },
    });
    expect(await new Plain().kickoff({ count: 5 })).toBe(6);
    expect(await new Plain().kickoff()).toBe(2);
    const Typed = defineFlow({
      name: "typed",
      state: z.object({ topic: z.string() }),
      methods: {
        shout: {
          start: true,
          run() {
            // @ts-expect-error the schema has no such field
            this.emit("shouting", this.state.title ?? this.signal.aborted);
            return this.state.topic.toUpperCase();
          },
        },
      },
    });
    expect(await new Typed().kickoff({ topic: "tides" })).toBe("TIDES");
    await expect(new Typed().kickoff()).rejects.toMatchObject({ code: "invalid_inputs" });
  });

  it("can be extended by a class, and given options", async () => {
    class More extends Defined {
      @Listen("answer") close(text: string) {
        return `${text}!`;
      }
    }
    expect(await new More({ name: "more" }).kickoff()).toBe("answered: urgent!");
    expect(new More({ name: "more" }).name).toBe("more");
  });

  it("is refused at once, with everything that is wrong with it", () => {
    const faults = (options: unknown): string[] => {
      try {
        defineFlow(options as Parameters<typeof defineFlow>[0]);
      } catch (error) {
        return (error as { faults: { path: string; message: string }[] }).faults.map(
          ({ path, message }) => `${path}: ${message}`,
        );
      }
      return [];
    };
    const run = (): number => 1;
    expect(faults({ name: "x", methods: { a: { start: true, run: 1, lisen: "b" }, b: "c" } })).toEqual([
      "methods.a.lisen: unknown option",
      "methods.a.run: expected a function, got the number 1",
      'methods.b: expected { start, listen or router, run }, got the text "c"',
    ]);
    expect(
      faults({
        name: "x",
        methods: { a: { start: true, run }, b: { listen: "aa", run }, c: { run }, kickoff: { listen: "a", run } },
      }),
    ).toEqual([
      'methods.kickoff: "kickoff" is a member of every flow; give the method another name',
      'methods.b.listen: there is no method and no router label "aa"',
      "methods.c: it has no condition, so it would never run",
    ]);
    expect(faults({ name: "", methods: [], more: 1 })).toHaveLength(3);
    expect(faults({ name: "x", state: 1, methods: { a: { start: true, run } } })).toEqual([
      "state: expected a schema or a record, got the number 1",
    ]);
  });
});
