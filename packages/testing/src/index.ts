export { ScriptedModel, type ScriptedModelOptions } from "./model/scripted-model.ts";
export {
  callTool,
  type ReplyFunction,
  type ScriptedAnswer,
  type ScriptedReply,
  type ScriptedToolCall,
} from "./model/scripted-reply.ts";
export { ScriptExhaustedError, ScriptIncompleteError } from "./model/script-errors.ts";
export { recordEvents, type EventRecorder } from "./events/record-events.ts";
export { probeHooks, type HookProbe, type ProbedCall } from "./hooks/probe-hooks.ts";
export { dispatchTo } from "./hooks/dispatch-to.ts";
