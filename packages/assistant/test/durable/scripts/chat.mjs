// Talks until it is killed: prints "acked <text>" when a turn is acknowledged. Arguments: folder, conversation, first number.
import { Assistant } from "@boathook/assistant";
import { BaseLlm, usageOf } from "@boathook/models";

const [folder, conversationId, first] = process.argv.slice(2);
class Slow extends BaseLlm {
  modelId = "slow";
  async generate({ messages }) {
    await new Promise((resolve) => setTimeout(resolve, 3));
    const text = `re: ${messages.at(-1).content.split("\n")[0]}`;
    return { text, toolCalls: [], parsed: undefined, finishReason: "stop", usage: usageOf({}) };
  }
}
const assistant = new Assistant(
  { id: "ada", role: "Assistant", instructions: "Help." },
  { llm: new Slow(), dataDir: folder },
);
const session = await assistant.open({ conversationId });
process.stdout.write(
  `resumed ${JSON.stringify(session.turns.map(({ text, response, status }) => [text, response, status]))}\n`,
);
for (let n = Number(first); ; n += 1) {
  const { status } = await session.send(`message ${n}`);
  if (status !== "ok") process.exit(3);
  process.stdout.write(`acked ${n}\n`);
}
