import { currentFrame, type Execution, type Frame } from "./frame.ts";
import { IdGeneratorService } from "./id-generator.ts";

/** The execution that work started in `frame` belongs to: the frame's own, or a new one when it is outside of any run. */
export function executionFor(frame: Frame = currentFrame()): Execution {
  return frame.execution ?? { id: frame.services.get(IdGeneratorService)(), sequence: 0 };
}

/** A new unique id from the current run's generator. */
export function newId(): string {
  return currentFrame().services.get(IdGeneratorService)();
}
