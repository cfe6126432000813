import { Flow, Start } from "boathook";
import { z } from "zod";

const schema = z.object({
  email: z.email(),
  seats: z.coerce.number().int().positive().default(1),
  notes: z.array(z.string()).default([]),
});

/** The state is read when the inputs are in it: everything wrong is one error that names the paths. */
export class SignUp extends Flow<z.infer<typeof schema>, string> {
  static override stateSchema = schema;

  @Start() welcome(): string {
    this.state.notes.push("welcomed");
    return `${this.state.email} has ${this.state.seats} seat(s), as ${this.state.id}`;
  }
}
