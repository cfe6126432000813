import { Flow, Listen, or, Router, Start } from "boathook";

/** Short topics get a note, long ones an outline first. */
export class Article extends Flow<{ topic: string }, string> {
  @Start() research(): string {
    return `facts about ${this.state.topic}`;
  }

  @Router("research", { emit: ["note", "essay"] }) size(): string {
    return this.state.topic.length < 10 ? "note" : "essay";
  }

  @Listen("essay") outline(): string {
    return "an outline";
  }

  @Listen(or("note", "outline")) write(from: string): string {
    return `an article from ${from}`;
  }
}
