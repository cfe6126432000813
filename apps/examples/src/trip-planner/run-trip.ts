import { createRuntime, TaskCompletedEvent, TaskSkippedEvent, type HumanInput, type ModelSource } from "boathook";

import { Bookings, type Booking } from "./tools/book-room.ts";
import { TripCrew } from "./trip-crew.ts";

/** What a traveller asks for. */
export interface TripRequest {
  readonly town: string;
  readonly days: number;
  /** For one night. */
  readonly budget: number;
}

/** How a trip is planned. */
export interface TripSetting {
  readonly model: ModelSource;
  readonly write: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
  /** Absent: the terminal. */
  readonly humanInput?: HumanInput | undefined;
}

/** A trip as it was planned, and what was booked for it. */
export interface Trip {
  readonly plan: string;
  readonly bookings: readonly Booking[];
}

/** Plans a trip with the traveller, and books what they allow. */
export async function runTrip(request: TripRequest, setting: TripSetting): Promise<Trip> {
  const { model, write, signal, humanInput } = setting;
  await using runtime = createRuntime({ llm: model, humanInput });
  const bookings = new Bookings();
  runtime.container.bind(Bookings).toConstantValue(bookings);
  runtime.events.on(TaskCompletedEvent).subscribe(({ taskName, output }) => {
    write(`\n${taskName ?? ""}\n${output.raw}`);
  });
  runtime.events.on(TaskSkippedEvent).subscribe(({ taskName }) => {
    write(`\n${taskName ?? ""}: not needed`);
  });
  const crew = await runtime.crew(TripCrew);
  const { tasksOutput } = await crew.kickoff({ ...request }, { signal });
  return { plan: tasksOutput[0]?.raw ?? "", bookings: bookings.made };
}
