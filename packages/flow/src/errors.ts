import { BoathookError, ConfigurationError, type Fault } from "@boathook/kernel";

/** A flow is declared wrongly, or a router gave a label that it did not declare. All faults are reported together. */
export class FlowDefinitionError extends ConfigurationError {
  constructor(flowName: string, faults: readonly Fault[], options: { cause?: unknown } = {}) {
    super(faults, { subject: flowName === "" ? "flow" : `flow "${flowName}"`, ...options, code: "invalid_flow" });
  }

  static override is(value: unknown): value is FlowDefinitionError {
    return ConfigurationError.is(value) && value.code === "invalid_flow";
  }
}

/** A method was about to run more often than `maxMethodCalls` allows in one kickoff; `cycle` are the methods that keep triggering one another. */
export class MethodCallLimitError extends BoathookError {
  readonly methodName: string;
  readonly limit: number;
  readonly cycle: readonly string[];

  constructor(methodName: string, limit: number, cycle: readonly string[]) {
    super(
      `Method "${methodName}" has run ${limit} times in this kickoff, which is its limit, and was to run again. The cycle is ${cycle.join(" → ")}. Let a router leave it, or raise \`maxMethodCalls\`.`,
      { code: "method_call_limit" },
    );
    this.methodName = methodName;
    this.limit = limit;
    this.cycle = cycle;
  }

  static override is(value: unknown): value is MethodCallLimitError {
    return BoathookError.is(value) && value.code === "method_call_limit";
  }
}
