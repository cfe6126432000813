import { events, TaskCompletedEvent, type Crew } from "boathook";

/** What the tasks of a crew gave, and how many of all tasks of the process were done meanwhile. */
export async function watch(crew: Crew): Promise<{ readonly texts: readonly string[]; readonly done: number }> {
  const texts: string[] = [];
  let done = 0;
  const subscriptions = [
    crew.events.on(TaskCompletedEvent).subscribe(({ output }) => texts.push(output.raw)),
    events.on(TaskCompletedEvent).subscribe(() => (done += 1)),
  ];
  await crew.kickoff();
  for (const subscription of subscriptions) subscription.unsubscribe();
  return { texts, done };
}
