/** Writes an accepted ID check of an order, and reads one that was made before the hand-over, as a walk-in's is. */
import { and, asc, eq, gte, inArray } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { idChecks } from '#db/schema/orders.ts';
import { newId } from '#kernel/ids.ts';
import type { IdKind } from '#kernel/statuses.ts';

/** The outcome, and not the document. `expiresOn` is yyyy-mm-dd; null for one that a tablet checked without a network in an earlier release. */
export type AcceptedId = {
  idKind: IdKind;
  issuer: string;
  expiresOn: string | null;
  note?: string;
  checkedBy: string;
  checkedByName: string;
  createdAt: Date;
};

/** @param orderId the row's id */
export async function writeIdCheck(tx: Transaction, orderId: string, id: AcceptedId): Promise<void> {
  const { idKind, issuer, expiresOn, note = '', checkedBy, checkedByName, createdAt } = id;
  await tx.insert(idChecks).values({
    ...{ id: newId<string>(), orderId, outcome: 'accepted' as const },
    ...{ idKind, issuer, expiresOn, note, checkedBy, checkedByName, createdAt },
  });
}

/** Who accepted an order's ID, and when. */
export type IdAccepted = { by: string; at: Date };

/** Who accepted the ID for this order since `dayStart`, and when; null if no one did. @param orderId the row's id */
export async function acceptedIdOf(
  db: Pick<Database | Transaction, 'select'>,
  orderId: string,
  dayStart: Date,
): Promise<IdAccepted | null> {
  return (await acceptedIdsOf(db, [orderId], dayStart)).get(orderId) ?? null;
}

/** The same of several orders; those whose ID no one accepted are left out. */
export async function acceptedIdsOf(
  db: Pick<Database | Transaction, 'select'>,
  orderIds: readonly string[],
  dayStart: Date,
): Promise<Map<string, IdAccepted>> {
  if (orderIds.length === 0) return new Map();
  const checks = await db
    .select({ orderId: idChecks.orderId, by: idChecks.checkedByName, at: idChecks.createdAt })
    .from(idChecks)
    .where(
      and(
        inArray(idChecks.orderId, [...orderIds]),
        eq(idChecks.outcome, 'accepted'),
        gte(idChecks.createdAt, dayStart),
      ),
    )
    // The last one of an order stays in the map.
    .orderBy(asc(idChecks.createdAt));
  return new Map(checks.map(({ orderId, by, at }) => [orderId, { by, at }]));
}
