import {
  createRuntime,
  EventListener,
  eventListeners,
  inject,
  LlmCallCompletedEvent,
  OnEvent,
  type Runtime,
} from "boathook";

/** Where what was spent is kept. */
export class Ledger {
  readonly tokens: Record<string, number> = {};
}

/** One object per runtime, made by its container. */
@EventListener()
class TokenListener {
  constructor(@inject(Ledger) private readonly ledger: Ledger) {}

  @OnEvent(LlmCallCompletedEvent) add({ modelId, usage }: LlmCallCompletedEvent): void {
    this.ledger.tokens[modelId] = (this.ledger.tokens[modelId] ?? 0) + usage.totalTokens;
  }
}

/** A runtime that keeps the ledger until it is closed. */
export function withLedger(ledger: Ledger): Runtime {
  const bindings = {
    name: "ledger",
    install: ({ container }: Runtime) => void container.bind(Ledger).toConstantValue(ledger),
  };
  return createRuntime({ use: [bindings, eventListeners(TokenListener)] });
}
