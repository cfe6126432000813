export { allowTools, denyTools } from "./deny-tools.ts";
export { requireApproval, type ApprovalOptions } from "./require-approval.ts";
export { budget, limitIterations, type Budget } from "./limits.ts";
export { rateLimit, type RateLimitOptions } from "./rate-limit.ts";
export { checkToolInput } from "./check-tool-input.ts";
export { redact, type RedactedPlace, type RedactOptions } from "./redact.ts";
export { auditLog, type AuditLogOptions } from "./audit-log.ts";
