import { expect, it } from "@jest/globals";
import fc from "fast-check";

import { Memory, scopeWithin, type MemoryKind } from "../src/index.ts";

const scopes = ["/", "/crew/a", "/crew/a/agent/x", "/crew/ab", "/user/ann"];
const users = [undefined, "ann", "ben/c"];
const kinds: MemoryKind[] = ["long_term", "entity"];

const place = fc.record({ scope: fc.constantFrom(...scopes), user: fc.constantFrom(...users) });
const step = fc.oneof(
  fc.record({
    do: fc.constant("remember" as const),
    place,
    text: fc.integer({ min: 0, max: 4 }),
    kind: fc.constantFrom(...kinds),
  }),
  fc.record({ do: fc.constant("recall" as const), place, kind: fc.constantFrom(undefined, ...kinds) }),
  fc.record({ do: fc.constant("forget" as const), place, kind: fc.constantFrom(undefined, ...kinds) }),
);

interface Kept {
  readonly text: string;
  readonly scope: string;
  readonly kind: MemoryKind;
}

/** Whose a record is, as its scope says. */
const ownerOf = ({ scope }: Kept): string | undefined => /\/user\/([^/]+)/.exec(scope)?.[1];
const isWithin = (scope: string, root: string): boolean =>
  root === "/" || scope === root || scope.startsWith(`${root}/`);
const keyOf = ({ text, scope, kind }: Kept): string => `${scope} ${kind} ${text}`;

it("a memory does what a plain list would do, whatever is asked of it in whatever order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const memory = new Memory({ file: ":memory:" });
      let list: Kept[] = [];
      for (const one of steps) {
        const { scope, user } = one.place;
        const named = user === undefined ? undefined : encodeURIComponent(user);
        if (one.do === "remember") {
          if (scope === "/user/ann" && named !== undefined && named !== "ann") continue;
          const at = user === undefined || scope === "/user/ann" ? scope : scopeWithin(scope, "user", user);
          const kept = { text: `tide ${one.text}`, scope: at, kind: one.kind };
          await memory.remember(kept.text, { scope, user, kind: one.kind });
          list = [...list.filter((other) => keyOf(other) !== keyOf(kept)), kept];
        } else if (one.do === "recall") {
          const found = await memory.recall("tide", {
            scope,
            user,
            limit: 100,
            ...(one.kind && { kinds: [one.kind] }),
          });
          const allowed = [undefined, named, scope === "/user/ann" ? "ann" : undefined];
          const expected = list.filter(
            (kept) =>
              isWithin(kept.scope, scope) && allowed.includes(ownerOf(kept)) && (one.kind ?? kept.kind) === kept.kind,
          );
          expect(found.map(keyOf).sort()).toEqual(expected.map(keyOf).sort());
        } else {
          const isMeant = (kept: Kept): boolean =>
            isWithin(kept.scope, scope) &&
            (named ?? ownerOf(kept)) === ownerOf(kept) &&
            (one.kind ?? kept.kind) === kept.kind;
          const count = await memory.forget({ scope, user, ...(one.kind && { kinds: [one.kind] }) });
          expect(count).toBe(list.filter(isMeant).length);
          list = list.filter((kept) => !isMeant(kept));
        }
      }
      expect(await memory.count()).toBe(list.length);
      await memory.close();
    }),
    { numRuns: 60 },
  );
});
