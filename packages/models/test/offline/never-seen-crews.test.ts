import { describe, expect, it } from "@jest/globals";

import { converse, object, type TestTool } from "./conversation.ts";
import { calculator, weather, orders, shipping, searchEngine, page, eraser, writer, everything } from "./shelf.ts";

describe("the right tool with the right arguments, and an answer from its result", () => {
  const cases: [task: string, calls: string[], answer: string | RegExp][] = [
    ["What is 12 * (3 + 4)?", ['evaluate {"expression":"12 * (3 + 4)"}'], "12 * (3 + 4) = 84."],
    ["What is 15% of 80?", ['evaluate {"expression":"15 / 100 * 80"}'], /= 12\.$/],
    ["Add 2, 3 and 4.", ['evaluate {"expression":"2 + 3 + 4"}'], "2 + 3 + 4 = 9."],
    ["How warm is it in Oslo?", ['city_weather {"city":"Oslo"}'], "Oslo: temperature 3, unit celsius, sky cloudy."],
    ["what's the weather like in paris?", ['city_weather {"city":"Paris"}'], /^Paris: temperature 14\b/],
    [
      "Compare the weather in Paris and New York in Fahrenheit. Which is warmer?",
      ['city_weather {"city":"Paris","unit":"fahrenheit"}', 'city_weather {"city":"New York","unit":"fahrenheit"}'],
      /^- Highest temperature: New York \(64\.4\)\.\n- Paris: temperature 57\.2, sky cloudy\.\n- New York: temperature 64\.4/,
    ],
    [
      "Look up the weather for:\n- Paris\n- Oslo",
      ['city_weather {"city":"Paris"}', 'city_weather {"city":"Oslo"}'],
      /^- Paris: .*\n- Oslo: temperature 3\b/,
    ],
    [
      "List product and amount of the sales where amount is over 70.\n\nExpected output: a Markdown table",
      ['query_table {"columns":["product","amount"],"filter":{"column":"amount","op":"gt","value":70}}'],
      "- 2 rows.\n\n| product | amount |\n| --- | --- |\n| Lamp | 120 |\n| Chair | 80 |",
    ],
    [
      "Which orders does the customer Anna Berg have and where are they?",
      [
        'find_orders {"customer":"Anna Berg"}',
        'shipping_status {"orderId":"ORD-17"}',
        'shipping_status {"orderId":"ORD-21"}',
      ],
      /\| ORD-21 \| Chair \| 99\.5 \|[\s\S]*\*\*ORD-17\*\*: status delivered\.[\s\S]*\*\*ORD-21\*\*: status in transit\./,
    ],
    ["Where is order ORD-17?", ['shipping_status {"orderId":"ORD-17"}'], "ORD-17: status delivered."],
    [
      "Find the cheapest flight from Oslo to Paris on 24 December 2026 for 2 seats.",
      ['flight_search {"origin":"Oslo","destination":"Paris","date":"2026-12-24","seats":2}'],
      /^- Lowest price: 95 \(AF 7, 11:00\)\./,
    ],
    [
      "Summarise notes.txt. Do not delete anything.",
      ['open_text {"path":"notes.txt"}'],
      "- Milk\n- Bread\n- Call Anna about the contract.",
    ],
  ];
  it.each(cases)("%s", async (task, calls, answer) => {
    const conversation = await converse(task, everything);
    expect(conversation.calls).toEqual(calls);
    expect(conversation.answer).toEqual(typeof answer === "string" ? answer : expect.stringMatching(answer));
  });
});

describe("chains: later tools are filled from earlier results", () => {
  it("looks a topic up, opens what was found, and answers with sentences of the pages", async () => {
    const { calls, answer } = await converse(
      "Research how tides work and write a summary.\n\nExpected output: three sentences",
      [searchEngine, page],
    );
    expect(calls).toEqual([
      'web_lookup {"query":"tides work"}',
      'open_page {"url":"https://sea.example/tides"}',
      'open_page {"url":"https://sea.example/spring"}',
    ]);
    expect(answer.match(/\./g)).toHaveLength(3);
    expect(answer).toContain("Tides are caused by the pull of the Moon and the Sun.");
  });

  it("first asks the tool that supplies what the meant one lacks", async () => {
    const staff: TestTool = {
      name: "employee_lookup",
      description: "Looks an employee up by name.",
      inputSchema: object({ name: { type: "string" } }),
      run: () => ({ employeeId: "E-77" }),
    };
    const leave: TestTool = {
      name: "vacation_balance",
      description: "Vacation days that are left.",
      inputSchema: object({ employee_id: { type: "string" } }),
      run: () => ({ days: 11 }),
    };
    const { calls, answer } = await converse("How many vacation days does Maria Lopez have left?", [
      leave,
      weather,
      staff,
    ]);
    expect(calls).toEqual(['employee_lookup {"name":"Maria Lopez"}', 'vacation_balance {"employee_id":"E-77"}']);
    expect(answer).toMatch(/^- days: 11\.\n/);
  });

  it("adds up the numbers that another tool returned", async () => {
    const { calls, answer } = await converse("Find the orders of customer Anna and add up their totals.", [
      orders,
      calculator,
    ]);
    expect(calls).toEqual(['find_orders {"customer":"Anna"}', 'evaluate {"expression":"40 + 99.5"}']);
    expect(answer).toContain("139.5");
  });

  it("changes things last, with what was found", async () => {
    const { calls } = await converse("Find out the weather in Paris and mail it to bob@example.com.", everything);
    expect(calls).toEqual([
      'city_weather {"city":"Paris"}',
      'send_mail {"to":"bob@example.com","subject":"Weather in Paris","body":"Paris: temperature 14, unit celsius, sky cloudy."}',
    ]);
  });

  it("writes to the file the task names and reads only the other", async () => {
    const { calls } = await converse("Read notes.txt and save a summary to summary.md.", everything);
    expect(calls).toEqual([
      'open_text {"path":"notes.txt"}',
      'save_text {"path":"summary.md","content":"- Milk\\n- Bread\\n- Call Anna about the contract."}',
    ]);
  });
});

describe("restraint", () => {
  it("calls what changes things only when the task asks for it", async () => {
    expect((await converse("What is in notes.txt?", everything)).calls).toEqual(['open_text {"path":"notes.txt"}']);
    expect((await converse("Delete the file notes.txt.", everything)).calls).toEqual([
      'erase_file {"path":"notes.txt"}',
    ]);
    expect((await converse("Write a report about deleted files.", [eraser, writer])).calls).toEqual([]);
  });

  it("says what was refused and does not try it again", async () => {
    const { calls, answer } = await converse("Delete the file notes.txt.", everything);
    expect(calls).toHaveLength(1);
    expect(answer).toBe(
      "- `erase_file` (notes.txt) was not done: Tool execution blocked by hook. Tool: erase_file. Reason: file deletion is not allowed",
    );
  });

  it("says what failed beside what was found", async () => {
    const { answer } = await converse("Compare the weather in Oslo and Atlantis.", [weather]);
    expect(answer).toBe(
      "Oslo: temperature 3, unit celsius, sky cloudy.\n\n- `city_weather` (Atlantis) failed: no station in Atlantis",
    );
  });

  it("calls no tool whose required arguments nothing fills, and admits that it has nothing", async () => {
    const { calls, answer } = await converse("Write a haiku about tides.", [calculator, weather, shipping]);
    expect(calls).toEqual([]);
    expect(answer).toMatch(/^The offline model only extracts answers from what tools return, and no tool was called/);
  });

  it("makes at most four calls of one tool", async () => {
    const { calls } = await converse("What is the weather in Rome, Paris, Berlin, Vienna, Madrid, Lisbon and Oslo?", [
      weather,
    ]);
    expect(calls).toHaveLength(4);
  });

  it("uses a tool that the task names, whatever else could be used", async () => {
    const { calls } = await converse("Use web_lookup to find the weather in Oslo.", [weather, searchEngine]);
    expect(calls).toEqual(['web_lookup {"query":"weather in Oslo"}']);
  });

  it("plans from the task alone: role and goal of the agent call for nothing", async () => {
    expect((await converse("What is 2 + 2?", everything)).calls).toEqual(['evaluate {"expression":"2 + 2"}']);
  });
});
