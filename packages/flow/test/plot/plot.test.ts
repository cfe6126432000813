import "@boathook/testing/reset";

import { describe, expect, it } from "@jest/globals";
import { recordEvents } from "@boathook/testing";
import { JSDOM } from "jsdom";

import { and, Flow, Listen, or, race, Router, Start } from "../../src/index.ts";

class Triage extends Flow {
  @Start() read() {
    return 1;
  }
  @Start() log() {
    return 2;
  }
  @Router("read", { emit: ["urgent", "later"] }) decide() {
    return "urgent";
  }
  @Listen(or("urgent", and("log", race("later", "read")))) answer() {
    return 3;
  }
  @Listen("later") park(): never {
    throw new Error("never");
  }
}

describe("a flow's picture", () => {
  it("as Mermaid: methods by kind, labels on edges, a join for every compound condition", () => {
    expect(new Triage().plot().mermaid).toBe(
      [
        "flowchart TD",
        '  n0(["read"])',
        '  n1(["log"])',
        '  n2{{"decide"}}',
        '  n3["answer"]',
        '  n4["park"]',
        '  n5(("or"))',
        '  n6(("and"))',
        '  n7(("race"))',
        "  n0 --> n2",
        "  n5 --> n3",
        '  n2 -->|"urgent"| n5',
        "  n6 --> n5",
        "  n1 --> n6",
        "  n7 --> n6",
        '  n2 -->|"later"| n7',
        "  n0 --> n7",
        '  n2 -->|"later"| n4',
        "",
      ].join("\n"),
    );
  });

  it("with the events of a run: what ran, in which order, how long", async () => {
    const recorder = recordEvents();
    const flow = new Triage();
    await flow.kickoff();
    recorder.stop();
    const { mermaid, html } = flow.plot(recorder.events);
    expect(mermaid).toMatch(/n0\(\["read<br\/>#35;1 · \d+ ms"\]\):::finished/);
    expect(mermaid).toContain('  n4["park"]\n');
    const { document } = new JSDOM(html).window;
    expect([...document.querySelectorAll(".node.finished")].map((node) => node.getAttribute("data-id"))).toEqual([
      "read",
      "log",
      "decide",
      "answer",
    ]);
  });

  it("as a page that asks nothing of the network, whose names are texts, and that shows what leads where", () => {
    class Odd extends Flow {
      @Start({ emit: ['<img src=x onerror="boom()">'] }) 'a<b>&"c"'() {
        return '<img src=x onerror="boom()">';
      }
      @Listen('<img src=x onerror="boom()">') end() {
        return 1;
      }
    }
    const { html } = new Odd({ name: "</title><script>boom()</script>" }).plot();
    expect(html.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|src=[^x]|@import|url\((?!#)/);
    const { window } = new JSDOM(html, { runScripts: "dangerously" });
    const { document } = window;
    expect([document.title, document.images.length, document.scripts.length]).toEqual([
      "</title><script>boom()</script>",
      0,
      1,
    ]);
    const nodes = [...document.querySelectorAll<SVGGElement>(".node")];
    expect(nodes.map((node) => node.querySelector("text")?.textContent)).toEqual(['a<b>&"c"', "end"]);
    expect(document.querySelector(".edge .label")?.textContent).toBe('<img src=x onerror="boom()">');
    nodes[1]?.dispatchEvent(new window.Event("pointerenter"));
    expect(document.querySelectorAll(".dim")).toHaveLength(0); // everything leads here
    document.querySelector("svg")?.dispatchEvent(new window.WheelEvent("wheel", { deltaY: 100 }));
    const zoomed = document.querySelector("svg")?.getAttribute("viewBox");
    document.querySelector("svg")?.dispatchEvent(new window.MouseEvent("dblclick"));
    expect(document.querySelector("svg")?.getAttribute("viewBox")).not.toBe(zoomed);
  });
});
