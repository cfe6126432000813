import { defineEvent, registerEvents, type Fault } from "@boathook/kernel";

/** The head of a skill was read: an agent knows that it is there. */
export class SkillLoadedEvent extends defineEvent("skill_loaded")<{
  readonly skill: string;
  readonly folder: string;
}>() {}

/** What stands at a path is no skill, or a wrong one. */
export class SkillLoadFailedEvent extends defineEvent("skill_load_failed")<{
  readonly path: string;
  readonly faults: readonly Fault[];
}>() {}

/** A model was given the instructions of a skill. */
export class SkillActivatedEvent extends defineEvent("skill_activated")<{
  readonly skill: string;
  readonly allowedTools: readonly string[] | undefined;
}>() {}

/** A model read a file of a skill. */
export class SkillFileReadEvent extends defineEvent("skill_file_read")<{
  readonly skill: string;
  readonly path: string;
}>() {}

registerEvents(SkillLoadedEvent, SkillLoadFailedEvent, SkillActivatedEvent, SkillFileReadEvent);
