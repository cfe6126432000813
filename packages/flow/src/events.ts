import type { Inputs } from "@boathook/hooks";
import { defineEvent, registerEvents } from "@boathook/kernel";

/** A flow began; `inputs` are those that its hooks left. */
export class FlowStartedEvent extends defineEvent("flow_started")<{ readonly inputs: Inputs }>() {}

/** A flow ended; `result` is what kickoff gives. */
export class FlowFinishedEvent extends defineEvent("flow_finished")<{ readonly result: unknown }>() {}

/** A flow failed, or was stopped. */
export class FlowFailedEvent extends defineEvent("flow_failed")<{ readonly error: unknown }>() {}

/** A method of a flow began; `params` are those from before the hooks. */
export class MethodExecutionStartedEvent extends defineEvent("method_execution_started")<{
  readonly methodName: string;
  readonly params: Readonly<Record<string, unknown>>;
}>() {}

/** A method of a flow ended; `result` is what its hooks left, `state` a copy of the state as it was then. */
export class MethodExecutionFinishedEvent extends defineEvent("method_execution_finished")<{
  readonly methodName: string;
  readonly result: unknown;
  readonly state: unknown;
}>() {}

/** A method of a flow failed, was stopped, or was cancelled. */
export class MethodExecutionFailedEvent extends defineEvent("method_execution_failed")<{
  readonly methodName: string;
  readonly error: unknown;
}>() {}

/** A method is done and waits for a person's feedback; it is started again when the flow is resumed. */
export class MethodExecutionPausedEvent extends defineEvent("method_execution_paused")<{
  readonly methodName: string;
}>() {}

/** A flow waits for a person; `request` is the first of what it waits for. It is started again when it is resumed. */
export class FlowPausedEvent extends defineEvent("flow_paused")<{
  readonly request: {
    readonly flowId: string;
    readonly methodName: string;
    readonly message: string;
    readonly output: unknown;
    readonly emit: readonly string[];
  };
}>() {}

/** A method that returned an async iterable gave a piece of its output. */
export class MethodStreamChunkEvent extends defineEvent("method_stream_chunk")<{
  readonly methodName: string;
  readonly chunk: unknown;
}>() {}

/** A flow's author emitted something with `this.emit(name, data)`. */
export class FlowCustomEvent extends defineEvent("flow_custom")<{ readonly name: string; readonly data: unknown }>() {}

registerEvents(
  FlowStartedEvent,
  FlowFinishedEvent,
  FlowFailedEvent,
  MethodExecutionStartedEvent,
  MethodExecutionFinishedEvent,
  MethodExecutionFailedEvent,
  MethodExecutionPausedEvent,
  FlowPausedEvent,
  MethodStreamChunkEvent,
  FlowCustomEvent,
);
