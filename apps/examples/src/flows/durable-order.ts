import { Flow, Listen, Persist, secret, Start } from "boathook";
import { z } from "zod";

/** Charges a card and ships: neither is done twice, whatever happens to the process. */
@Persist()
export class Order extends Flow<{ amount: number; card?: string; receipt?: string }, string> {
  static override stateSchema = z.object({
    amount: z.number().positive(),
    card: secret(z.string()).optional(),
    receipt: z.string().optional(),
  });

  @Start() async charge(): Promise<string> {
    this.state.receipt = await pay(this.state.amount, `order-${this.state.id}`);
    return this.state.receipt;
  }

  @Listen("charge") async ship(receipt: string): Promise<string> {
    return post(receipt);
  }
}

/** Stands for a service that drops a second request with the same key. */
async function pay(amount: number, key: string): Promise<string> {
  return Promise.resolve(`paid ${amount} (${key})`);
}

/** Stands for one that may be down. */
export const parcels = { isDown: false };

async function post(receipt: string): Promise<string> {
  await Promise.resolve();
  if (parcels.isDown) throw new Error("no parcel service");
  return `shipped, ${receipt}`;
}
