/** Whose work it is; copied into every event made in the frame. */
export interface FrameNames {
  readonly crewName: string | undefined;
  readonly flowName: string | undefined;
  readonly taskName: string | undefined;
  readonly taskId: string | undefined;
  readonly agentRole: string | undefined;
  readonly agentId: string | undefined;
}

/** Outside of any crew, flow, task and agent. */
export const NO_NAMES: FrameNames = {
  crewName: undefined,
  flowName: undefined,
  taskName: undefined,
  taskId: undefined,
  agentRole: undefined,
  agentId: undefined,
};
