import { z } from "zod";

/** What an invoice says; amounts are in the currency's main unit. */
export const Invoice = z.object({
  number: z.string().min(1),
  supplier: z.string().min(1),
  lines: z.array(z.object({ what: z.string(), amount: z.number() })).min(1),
  tax: z.number().min(0),
  total: z.number().positive(),
});

/** An invoice that was read. */
export type InvoiceData = z.infer<typeof Invoice>;

/** Lines and tax together, in cents: sums of fractions are never exact. */
export function sumInCents({ lines, tax }: InvoiceData): number {
  return lines.reduce((sum, { amount }) => sum + toCents(amount), toCents(tax));
}

/** An amount in whole cents. */
export function toCents(amount: number): number {
  return Math.round(amount * 100);
}
