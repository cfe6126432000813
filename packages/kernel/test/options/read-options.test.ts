import { describe, expect, it } from "@jest/globals";
import { z } from "zod";

import { ConfigurationError, instanceLike, readOptions } from "../../src/index.ts";

class Engine {
  readonly kind = "memory";

  static is(value: unknown): value is Engine {
    return value instanceof Engine;
  }
}

const schema = z.strictObject({
  name: z.string(),
  size: z.int().optional(),
  engine: instanceLike<Engine>("an Engine", Engine.is).optional(),
  tool: z.strictObject({ limit: z.number() }).optional(),
});

function faultsOf(given: unknown, path?: string): unknown {
  try {
    return readOptions(schema, given, { subject: "lamp", ...(path !== undefined && { path }) });
  } catch (error) {
    return ConfigurationError.is(error) ? error.faults : error;
  }
}

describe("readOptions", () => {
  it("gives what it has read", () => {
    const engine = new Engine();
    expect(readOptions(schema, { name: "a", engine, size: undefined }, { subject: "lamp" })).toEqual({
      name: "a",
      engine,
    });
  });

  it("names every fault at once, each with its path, and suggests the option that was meant", () => {
    expect(faultsOf({ nmae: "a", size: 1.5, engine: {}, tool: { limit: "x", more: 1 } }, "lamps.0")).toEqual([
      { path: "lamps.0.name", message: expect.stringContaining("expected string") as unknown },
      { path: "lamps.0.size", message: expect.stringContaining("int") as unknown },
      { path: "lamps.0.engine", message: "expected an Engine, got object" },
      { path: "lamps.0.tool.limit", message: expect.stringContaining("expected number") as unknown },
      { path: "lamps.0.tool.more", message: "unknown option" },
      { path: "lamps.0.nmae", message: "unknown option", suggestion: 'did you mean "name"?' },
    ]);
  });

  it.each([[undefined], [null], ["text"], [[]]])("refuses %j as options", (given) => {
    expect(faultsOf(given)).toEqual([{ path: "", message: expect.stringContaining("expected object") as unknown }]);
  });
});
