import { tool, type Tool } from "boathook";
import { z } from "zod";

const bookingSchema = z.object({
  town: z.string().min(1),
  nights: z.int().positive(),
  pricePerNight: z.number().positive(),
});

/** A room that was taken. */
export type Booking = z.infer<typeof bookingSchema>;

/** The rooms that were booked. */
export class Bookings {
  readonly made: Booking[] = [];
}

/** Books a room; never twice on one request, so its results are not cached. */
export function bookRoom(bookings: Bookings): Tool {
  return tool({
    name: "book_room",
    description: "Books a room in a town.",
    inputSchema: bookingSchema,
    cache: false,
    execute: (booking) => {
      bookings.made.push(booking);
      return `Booked: ${booking.nights} nights in ${booking.town} at ${booking.pricePerNight}, number B-${bookings.made.length}.`;
    },
  });
}
