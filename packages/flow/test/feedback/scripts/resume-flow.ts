// One half of a flow that waits for a person: resume-flow.ts <file> kickoff <id> | resume <id> <feedback>
import { BoathookError } from "@boathook/kernel";

import {
  Flow,
  FlowPaused,
  HumanFeedback,
  HumanFeedbackPending,
  Listen,
  SqliteEngine,
  Start,
  type HumanFeedbackResult,
} from "../../../src/index.ts";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

class Review extends Flow {
  @Start()
  @HumanFeedback({
    message: "Fine?",
    provider: (request) => {
      throw new HumanFeedbackPending(request);
    },
  })
  write(): { text: string } {
    say("write");
    return { text: "about tides" };
  }

  @Listen("write") shorten({ output, feedback }: HumanFeedbackResult): string {
    say(`shorten ${feedback}`);
    return (output as { text: string }).text.toUpperCase(); // what `write` gave
  }
}

const [file = "", command, id = "", feedback = ""] = process.argv.slice(2);
const engine = new SqliteEngine({ file });
try {
  const flow = new Review({ engine });
  const result = command === "kickoff" ? await flow.kickoff({ id }) : await flow.resume(id, feedback);
  say(
    FlowPaused.is(result) ? `paused ${result.id} ${JSON.stringify(result.request.output)}` : `done ${String(result)}`,
  );
} catch (error) {
  say(BoathookError.is(error) ? error.code : String(error));
} finally {
  await engine.close();
}
