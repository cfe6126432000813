import { Flow, Start } from "boathook";

/** A question in the middle of a method; nobody has to be there. */
export class Survey extends Flow<Record<string, unknown>, number> {
  @Start() async seats(): Promise<number> {
    const answer = await this.ask("How many seats?", { timeoutMs: 60_000, metadata: { form: "seats" } });
    return Number(answer ?? 1);
  }
}
