import { describe, expect, it } from "@jest/globals";
import { NotSerializableError } from "@boathook/kernel";
import fc from "fast-check";

import { registerCodec } from "../../src/durable/codec-registry.ts";
import { decodeValue } from "../../src/durable/decode.ts";
import { encodeValue } from "../../src/durable/encode.ts";

const again = (value: unknown): unknown => decodeValue(encodeValue(value));
const refusal = (value: unknown): unknown => {
  try {
    return encodeValue(value, "state");
  } catch (error) {
    return NotSerializableError.is(error) ? [error.path, error.message.split(":")[1]?.split(".")[0]?.trim()] : error;
  }
};

class Money {
  readonly cents: number;

  constructor(cents: number) {
    this.cents = cents;
  }
}

describe("stored values", () => {
  it("come back as they were, whatever plain data they are", () => {
    const anything = fc.anything({
      withBigInt: true,
      withMap: true,
      withSet: true,
      withNullPrototype: false,
      withSparseArray: false,
      withTypedArray: false,
    });
    fc.assert(
      fc.property(anything, (value) => {
        expect(again(value)).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  it("keep what JSON has no words for, and records that look like our own marks", () => {
    const value = {
      at: new Date(5),
      bytes: new Uint8Array([1, 2, 255]),
      big: 2n ** 80n,
      gone: undefined,
      odd: [Number.NaN, -0, Infinity],
      map: new Map<unknown, unknown>([[new Date(1), new Set(["x"])]]),
      $: "date",
      nested: { $: { $: "undefined" }, v: 1 },
    };
    expect(again(value)).toStrictEqual(value);
    expect(again(JSON.parse('{"__proto__":{"a":1}}'))).toEqual(JSON.parse('{"__proto__":{"a":1}}'));
    expect((again(new Date(Number.NaN)) as Date).getTime()).toBeNaN();
    expect(again(Buffer.from("ab"))).toEqual(new Uint8Array([97, 98]));
  });

  it("are refused with the path of the part that cannot be kept", () => {
    const self: Record<string, unknown> = {};
    self.list = [{ self }];
    let deep: unknown = 1;
    for (let i = 0; i < 600; i += 1) deep = [deep];
    expect(
      [
        { a: { b: [1, () => 1] } },
        { socket: new Money(1) },
        self,
        new Map([["k", Symbol("s")]]),
        { [Symbol("s")]: 1 },
      ].map(refusal),
    ).toEqual([
      ["state.a.b.1", "it is a function"],
      ["state.socket", "it is an object of class Money"],
      ["state.list.0.self", "it is a part of itself"],
      ["state.k", "it is the symbol Symbol(s)"],
      ["state", "it has the key Symbol(s)"],
    ]);
    expect(() => encodeValue(deep)).toThrow("it lies deeper than 500 levels");
    expect(() => encodeValue(new Error("x"))).toThrow(NotSerializableError);
  });

  it("may be objects of a class with a codec", () => {
    registerCodec<Money>({
      tag: "test:Money",
      is: (value): value is Money => value instanceof Money,
      encode: ({ cents }) => (cents < 0 ? { bad: () => cents } : { cents: BigInt(cents) }),
      decode: (stored) => new Money(Number((stored as { cents: bigint }).cents)),
    });
    expect(again({ price: [new Money(5)] })).toEqual({ price: [new Money(5)] });
    expect(() => encodeValue({ price: new Money(-5) })).toThrow('"price.test:Money.bad" cannot be stored');
    expect(() => decodeValue('{"$":"object","of":"elsewhere","v":1}')).toThrow("no codec of that name is registered");
  });

  it("are not read from what is no text of ours", () => {
    for (const text of ['{"$":"date"}', '{"$":1}', '{"$":"map","v":{}}', "{", '{"$":"bigint","v":"x"}'])
      expect(() => decodeValue(text)).toThrow();
  });
});
