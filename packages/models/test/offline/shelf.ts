import { runInNewContext } from "node:vm";

import { object, type TestTool } from "./conversation.ts";

export const calculator: TestTool = {
  name: "evaluate",
  description: "Works out an arithmetic expression.",
  inputSchema: object({ expression: { type: "string", description: "what to work out, for instance 2 + 3 * 4" } }),
  run: ({ expression }: { expression: string }) => String(runInNewContext(expression)),
};

const TEMPERATURES: Record<string, number> = { Paris: 14, Oslo: 3, "New York": 18 };
export const weather: TestTool = {
  name: "city_weather",
  description: "The weather of a city right now.",
  inputSchema: object({ city: { type: "string" }, unit: { type: "string", enum: ["celsius", "fahrenheit"] } }, [
    "city",
  ]),
  run({ city, unit = "celsius" }: { city: string; unit?: string }) {
    const degrees = TEMPERATURES[city];
    if (degrees === undefined) throw new Error(`no station in ${city}`);
    return { city, temperature: unit === "celsius" ? degrees : degrees * 1.8 + 32, unit, sky: "cloudy" };
  },
};

const SALES = [
  { city: "Oslo", product: "Lamp", amount: 120 },
  { city: "Oslo", product: "Chair", amount: 80 },
  { city: "Bergen", product: "Lamp", amount: 60 },
];
const sales: TestTool = {
  name: "query_table",
  description: "Reads rows of the sales file (CSV). Columns: city, product, amount.",
  inputSchema: object(
    {
      columns: { type: "array", items: { type: "string" }, minItems: 1 },
      filter: {
        type: "object",
        properties: {
          column: { type: "string" },
          op: { enum: ["eq", "gt", "lt"] },
          value: { type: ["string", "number"] },
        },
        required: ["column", "op", "value"],
      },
    },
    ["columns"],
  ),
  run({
    columns,
    filter,
  }: {
    columns: ("city" | "product" | "amount")[];
    filter?: { column: "city"; op: string; value: string | number };
  }) {
    const isMeant = (row: (typeof SALES)[number]): boolean => {
      if (filter === undefined) return true;
      const cell = row[filter.column];
      return filter.op === "eq"
        ? cell === filter.value
        : filter.op === "gt"
          ? cell > filter.value
          : cell < filter.value;
    };
    return SALES.filter(isMeant).map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])));
  },
};

export const orders: TestTool = {
  name: "find_orders",
  description: "Finds the orders of a customer.",
  inputSchema: object({ customer: { type: "string" } }),
  run: ({ customer }: { customer: string }) => ({
    customer,
    orders: [
      { order_id: "ORD-17", item: "Lamp", total: 40 },
      { order_id: "ORD-21", item: "Chair", total: 99.5 },
    ],
  }),
};
export const shipping: TestTool = {
  name: "shipping_status",
  description: "Tells where an order is.",
  inputSchema: object({ orderId: { type: "string", description: "the order's id, e.g. ORD-123" } }),
  run: ({ orderId }: { orderId: string }) => ({ orderId, status: orderId === "ORD-17" ? "delivered" : "in transit" }),
};
export const searchEngine: TestTool = {
  name: "web_lookup",
  description: "Searches the web; gives titles, addresses and snippets.",
  inputSchema: object({ query: { type: "string" } }),
  run: () => [
    { title: "Tides", url: "https://sea.example/tides", snippet: "Tides are the rise and fall of the sea." },
    { title: "Spring tides", url: "https://sea.example/spring", snippet: "Spring tides come at full and new moon." },
  ],
};
export const page: TestTool = {
  name: "open_page",
  description: "Fetches the text of a web page.",
  inputSchema: object({ url: { type: "string", format: "uri" } }),
  run: () =>
    `This page is about tides. Tides are caused by the pull of the Moon and the Sun.\n\nMost coasts see two high tides a day. Harbour masters publish tide tables.\n\nThis page uses cookies.`,
};
const mail: TestTool = {
  name: "send_mail",
  description: "Sends an e-mail.",
  inputSchema: object({
    to: { type: "string", format: "email" },
    subject: { type: "string" },
    body: { type: "string" },
  }),
  run: ({ to }: { to: string }) => `sent to ${to}`,
};
const notes: TestTool = {
  name: "open_text",
  description: "Reads a text file.",
  inputSchema: object({ path: { type: "string" } }),
  run: () => "Milk\nBread\nCall Anna about the contract.",
};
export const eraser: TestTool = {
  name: "erase_file",
  description: "Deletes a file for good.",
  inputSchema: object({ path: { type: "string" } }),
  run: () => "Tool execution blocked by hook. Tool: erase_file. Reason: file deletion is not allowed",
};
export const writer: TestTool = {
  name: "save_text",
  description: "Writes a text to a file.",
  inputSchema: object({ path: { type: "string" }, content: { type: "string" } }),
  run: ({ path }: { path: string }) => `saved ${path}`,
};
const flights: TestTool = {
  name: "flight_search",
  description: "Flights between two cities on a day.",
  inputSchema: object(
    {
      origin: { type: "string" },
      destination: { type: "string" },
      date: { type: "string", format: "date" },
      seats: { type: "integer", minimum: 1, default: 1 },
    },
    ["origin", "destination", "date"],
  ),
  run: () => [
    { flight: "SK 12", departs: "08:10", price: 120 },
    { flight: "AF 7", departs: "11:00", price: 95 },
  ],
};

/** All of them, in no particular order. */
export const everything = [
  calculator,
  weather,
  sales,
  orders,
  shipping,
  searchEngine,
  page,
  mail,
  notes,
  eraser,
  writer,
  flights,
];
