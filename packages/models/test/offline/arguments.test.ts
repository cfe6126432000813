import { describe, expect, it } from "@jest/globals";

import { converse, object, type TestTool } from "./conversation.ts";

describe("arguments of many sorts", () => {
  const text = { type: "string" };
  const number = { type: "number" };
  const kit = (
    name: string,
    description: string,
    properties: Record<string, unknown>,
    required?: string[],
  ): TestTool => ({
    name,
    description,
    inputSchema: object(properties, required),
    run: (input: object) => ({ got: Object.keys(input).length }),
  });
  const tools = [
    kit(
      "recipeSearch",
      "Search recipes by main ingredient",
      { ingredient: text, maxMinutes: { type: "integer", description: "longest cooking time in minutes" } },
      ["ingredient"],
    ),
    kit(
      "coin_price",
      "Current price of a cryptocurrency",
      {
        coin: { ...text, description: "coin name such as bitcoin" },
        currency: { enum: ["usd", "eur"], default: "usd" },
      },
      ["coin"],
    ),
    kit(
      "service_log",
      "Reads the last lines of a service's log",
      {
        service: { enum: ["api", "worker"] },
        lines: { type: "integer", default: 50 },
        level: { enum: ["info", "error"] },
      },
      ["service"],
    ),
    kit("convert_units", "Converts a value between units", { value: number, from_unit: text, to_unit: text }),
    kit("get_ticket", "Gets a ticket of a project", { owner: text, repo: text, number: { type: "integer" } }),
    kit("check_stock", "Checks the stock of a product", { sku: { ...text, pattern: "^[A-Z]{2}-\\d{3}$" } }),
    kit("random_number", "A random number in a range", { min: { type: "integer" }, max: { type: "integer" } }),
    kit("body_mass", "Body mass index of a person", { weightKg: number, heightM: number }),
    kit("mood", "Classifies the sentiment of a text", { text }),
    kit(
      "clock",
      "The current date and time",
      { timezone: { ...text, description: "IANA name, e.g. Europe/Oslo" } },
      [],
    ),
    kit(
      "handbook",
      "Semantic search in the company handbook",
      { question: text, top_k: { type: "integer", default: 3 } },
      ["question"],
    ),
    kit("exchange", "Converts an amount of money between currencies", { amount: number, from: text, to: text }),
    kit("translate", "Translates a text", { text, target_language: { ...text, description: "e.g. French" } }),
    kit("run_query", "Runs SQL on the orders database", { sql: text }),
    kit("users", "Lists all users", { role: { enum: ["admin", "editor"] }, include_inactive: { type: "boolean" } }, []),
  ];
  it.each([
    [
      "Find recipes with lentils that take at most 30 minutes.",
      'recipeSearch {"ingredient":"lentils","maxMinutes":30}',
    ],
    ["What is the price of bitcoin in euro?", 'coin_price {"coin":"bitcoin","currency":"eur"}'],
    [
      "Show the last 100 lines of the worker log with level error.",
      'service_log {"service":"worker","lines":100,"level":"error"}',
    ],
    ["Convert 26.2 miles to kilometers.", 'convert_units {"value":26.2,"from_unit":"miles","to_unit":"kilometers"}'],
    ["Get ticket 42 of acme/rocket.", 'get_ticket {"owner":"acme","repo":"rocket","number":42}'],
    ["Is there stock of AB-123?", 'check_stock {"sku":"AB-123"}'],
    ["Pick a random number between 10 and 50.", 'random_number {"min":10,"max":50}'],
    ["Compute the body mass index of a person of 70 kg and 1.75 m.", 'body_mass {"weightKg":70,"heightM":1.75}'],
    [
      'Is this positive or negative: "I love this lamp, it is so bright"?',
      'mood {"text":"I love this lamp, it is so bright"}',
    ],
    ["What time is it in Europe/Oslo?", 'clock {"timezone":"Europe/Oslo"}'],
    ["How do I get my travel costs paid back?", 'handbook {"question":"How do I get my travel costs paid back?"}'],
    ["Convert 100 USD to EUR.", 'exchange {"amount":100,"from":"USD","to":"EUR"}'],
    [
      'Translate "Good morning, friends" into French.',
      'translate {"text":"Good morning, friends","target_language":"French"}',
    ],
    ["Run this:\n```sql\nSELECT name FROM orders\n```", 'run_query {"sql":"SELECT name FROM orders"}'],
    ["List the users who are editors, include inactive ones.", 'users {"role":"editor","include_inactive":true}'],
  ])("%s", async (task, call) => {
    expect((await converse(`Task: ${task}\n\nExpected output: A short answer.`, tools)).calls).toEqual([call]);
  });
});
