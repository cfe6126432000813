import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { SqliteEngine } from "boathook";

import { Order, parcels } from "../../src/flows/durable-order.ts";
import { lookBack } from "../../src/flows/time-travel.ts";

let folder: string;
let engine: SqliteEngine;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "boathook-example-"));
  engine = new SqliteEngine({ file: path.join(folder, "flows.db") });
});

afterEach(async () => {
  parcels.isDown = false;
  await engine.close();
  await rm(folder, { recursive: true });
});

describe("the guide to durability", () => {
  it("charges once, and ships when the service is there again", async () => {
    parcels.isDown = true;
    const inputs = { id: "o-1", amount: 10, card: "4111" };
    await expect(new Order({ engine }).kickoff(inputs)).rejects.toThrow("no parcel service");
    parcels.isDown = false;
    const order = new Order({ engine });
    expect(await order.kickoff(inputs)).toBe("shipped, paid 10 (order-o-1)");
    expect((await order.history("o-1")).map(({ method }) => method)).toEqual(["charge", "ship"]);
  });

  it("looks back, and begins again after a step", async () => {
    await new Order({ engine }).kickoff({ id: "o-1", amount: 10 });
    expect(await lookBack(engine, "o-1")).toEqual([["charge", "ship"], "shipped, paid 10 (order-o-1)", 12]);
  });
});
