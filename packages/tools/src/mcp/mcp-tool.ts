import type { MaybePromise } from "@boathook/hooks";

import type { Schema } from "../schema.ts";
import type { ToolContext } from "../tool-context.ts";
import type { ToolFailure } from "../tool-failure.ts";
import { Tool } from "../tool.ts";
import { inputSchemaOf } from "./json-schema-input.ts";
import type { McpSdk } from "./sdk.ts";
import type { ServerTool } from "./server-tool.ts";

type Input = Record<string, unknown>;

/** What calls a tool of a server by its name there. */
export type CallServer = (name: string, input: Input, context: ToolContext) => MaybePromise<string | ToolFailure>;

/** One tool of a server. Its server may be gone and back by the time it is called. */
export class McpTool extends Tool<Input, string> {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Schema<Input>;
  /** As the server says; a claim, not a promise. */
  override readonly access: "read" | "write";
  readonly #serverName: string;
  readonly #call: CallServer;

  constructor(tool: ServerTool, name: string, { sdk, call }: { readonly sdk: McpSdk; readonly call: CallServer }) {
    super();
    this.name = name;
    this.description = tool.description;
    this.inputSchema = inputSchemaOf(tool.inputSchema, name, sdk);
    this.access = tool.isReadOnly ? "read" : "write";
    this.#serverName = tool.name;
    this.#call = call;
  }

  execute(input: Input, context: ToolContext): MaybePromise<string | ToolFailure> {
    return this.#call(this.#serverName, input, context);
  }
}
