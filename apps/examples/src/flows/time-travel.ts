import type { DurableEngine } from "boathook";

import { Order } from "./durable-order.ts";

/** What a run came to, step by step, and the same run from its first step on with another amount. */
export async function lookBack(engine: DurableEngine, id: string): Promise<readonly unknown[]> {
  const order = new Order({ engine });
  const steps = await order.history(id); // [{ step: 0, method: "charge", at, state }, …]
  const again = await order.kickoff({ amount: 12 }, { forkFrom: id, step: 0 }); // a new run; "charge" counts as done
  return [steps.map(({ method }) => method), again, order.state.amount];
}
