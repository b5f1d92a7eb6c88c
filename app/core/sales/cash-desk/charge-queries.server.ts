/** Reads who is in charge of the store, and who was. Everyone at the counter may know. */
import { and, desc, gte, isNull, lt, or } from 'drizzle-orm';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { type Database, database, type Transaction } from '#db/client.ts';
import { charges } from '#db/schema/cash-desk.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import type { Charge } from './charge.ts';

type Reader = Pick<Database | Transaction, 'select'>;

/** The charge that has not ended; null for no one. */
export async function openCharge(db: Reader) {
  const [open] = await db.select().from(charges).where(isNull(charges.endedAt));
  return open ?? null;
}

export type InCharge = { id: string; personId: string; person: string; since: string };

/** Who is in charge now; null for no one. */
export async function readInCharge(): Promise<InCharge | null> {
  const open = await openCharge(database());
  if (!open) return null;
  const { zone } = (await readSettings()).store;
  const { id, personId, personName, startedAt } = open;
  return { id, personId, person: personName, since: formatDateTime(instantOf(startedAt), zone) };
}

/** The charges of the last shifts, newest first. */
export async function readCharges(): Promise<Charge[]> {
  const { zone } = (await readSettings()).store;
  const rows = await database().select().from(charges).orderBy(desc(charges.startedAt)).limit(30);
  return rows.map((row) => chargeOf(row, zone));
}

/** The charges of some time of a day, in order. @param days.from its first moment @param days.to the next day's */
export async function chargesOf(
  db: Reader,
  { from, to, zone }: { from: Date; to: Date; zone: string },
): Promise<Charge[]> {
  const rows = await db
    .select()
    .from(charges)
    .where(and(lt(charges.startedAt, to), or(isNull(charges.endedAt), gte(charges.endedAt, from))))
    .orderBy(charges.startedAt, charges.id);
  return rows.map((row) => chargeOf(row, zone));
}

function chargeOf(row: typeof charges.$inferSelect, zone: string): Charge {
  const at = (date: Date) => formatDateTime(instantOf(date), zone);
  return { person: row.personName, since: at(row.startedAt), until: row.endedAt && at(row.endedAt) };
}
