// What an event costs, with and without somebody who watches.
import { defineEvent, emit, events } from "@boathook/kernel";

class LampLit extends defineEvent("bench_lamp_lit")() {}
class LampOut extends defineEvent("bench_lamp_out")() {}

let seen = 0;
const group = "events per second";
const emitLit = (n) => {
  for (let i = 0; i < n; i += 1) emit(LampLit, () => ({ room: "cellar" }));
};
const watch = (type) => () => {
  const subscription = events.on(type).subscribe(() => (seen += 1));
  return () => subscription.unsubscribe();
};

export const rows = [
  { group, name: "nobody watches", unit: "/s", baseline: true, run: emitLit },
  { group, name: "somebody watches another class", unit: "/s", setup: watch(LampOut), run: emitLit },
  { group, name: "1 subscriber", unit: "/s", setup: watch(LampLit), run: emitLit },
  {
    group,
    name: "1 subscriber of everything, to JSON",
    unit: "/s",
    setup: () => {
      const subscription = events.all.subscribe((event) => (seen += JSON.stringify(event).length));
      return () => subscription.unsubscribe();
    },
    run: emitLit,
  },
];
