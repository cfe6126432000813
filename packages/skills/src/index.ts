export { discoverSkills, loadSkills, type DiscoveredSkills } from "./discover.ts";
export { Skill, type SkillHead } from "./skill.ts";
export { openSkills, SkillSession } from "./skill-session.ts";
export { SkillActivatedEvent, SkillFileReadEvent, SkillLoadedEvent, SkillLoadFailedEvent } from "./events.ts";
