import { registerActionType } from "./action-type.ts";
import { commandAction } from "./command.ts";
import { httpAction } from "./http.ts";
import { mcpToolAction } from "./mcp-tool.ts";
import { permissionAction } from "./permission.ts";
import { promptAction } from "./prompt.ts";

registerActionType(commandAction);
registerActionType(promptAction);
registerActionType(permissionAction);
registerActionType(httpAction);
registerActionType(mcpToolAction);
