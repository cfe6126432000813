import {
  Agent,
  Crew,
  CrewBase,
  createRuntime,
  DefineAgent,
  DefineCrew,
  DefineTask,
  DefineTool,
  inject,
  mcpServer,
  Task,
  type CrewOutput,
  type McpServer,
  type ModelSource,
} from "boathook";

/** How the server is started; bound in the container. */
const SERVER = Symbol("SERVER");

/** The tools of an MCP server, in a crew class: started when the agent begins to work, gone when the kickoff is over. */
@CrewBase
class Reporter {
  constructor(@inject(SERVER) private readonly command: { command: string; args: string[] }) {}

  @DefineTool
  server(): McpServer {
    return mcpServer(this.command, {
      name: "calculator",
      tools: ["echo", "get-sum"],
      prefix: "calc",
      timeoutMs: 10_000,
    });
  }

  @DefineAgent
  clerk(): Agent {
    return new Agent({ role: "Clerk", goal: "Add things up", backstory: "You are exact.", tools: [this.server()] });
  }

  @DefineTask
  report(): Task {
    return new Task({ description: "Add 2 and 3", expectedOutput: "a number", agent: this.clerk() });
  }

  @DefineCrew
  crew(): Crew {
    return new Crew({ tasks: [this.report()] });
  }
}

/** Kicks the crew off with a server of the caller's. */
export async function toolsOfAServer(
  llm: ModelSource,
  command: { command: string; args: string[] },
): Promise<CrewOutput> {
  await using runtime = createRuntime({ llm });
  runtime.container.bind(SERVER).toConstantValue(command);
  const crew = await runtime.crew(Reporter);
  return await crew.kickoff();
}
