/** Starts a walk-in: an ID proves the age, and gives the limits of its day one owner. */
import { and, eq } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { seatWalkIn } from '#core/sales/line/take-number.server.ts';
import { hoursNotice } from '#core/sales/orders/hand-over/hours-notice.ts';
import { checkId, type HandOverInput, type IdProblem } from '#core/sales/orders/hand-over/id-check.ts';
import { ownerOfId, WALK_IN } from '#core/sales/orders/hand-over/id-owner.server.ts';
import { idText } from '#core/sales/orders/hand-over/id-text.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import type { Transaction } from '#db/client.ts';
import { walkIns } from '#db/schema/walk-ins.ts';
import { isUuid, newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, storeDate, systemClock } from '#kernel/time.ts';
import type { WalkInProblem } from './walk-in.ts';

/** What was scanned or typed of the ID. None of it is stored but the kind, the issuer and the expiry date. */
export type WalkInId = Pick<
  HandOverInput,
  'idKind' | 'idIssuer' | 'idExpiresOn' | 'idBirthDate' | 'nameMatches' | 'scanned'
> & {
  /** Of the form: sent again with the same ID, it starts nothing. */
  key: string;
  idNumber: string;
  /** The number that they waited with, and the register that serves them; without them the next number. */
  ticket?: number | null;
  registerId?: string | null;
};

/**
 * Returns the walk-in's id. Refuses, before anything is stored: outside the store's hours, an ID that does not prove the
 * age, one without a number, and the ID of a banned account.
 */
export async function startWalkIn(
  actor: Actor,
  input: WalkInId,
  now = systemClock(),
): Promise<Result<{ id: string }, WalkInProblem>> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  const settings = await readSettings();
  const { store, compliance } = settings;
  const today = storeDate(now, store.zone);
  return asStaff<Result<{ id: string }, WalkInProblem>>(async (tx, staff) => {
    if (!isUuid(input.key)) return refuse({ kind: 'key-missing' });
    const closed = hoursNotice(pickupPolicy(settings), now);
    if (closed !== null) return refuse({ kind: 'closed', words: closed });
    const checked = checkId(input, today, compliance.minimumAge, WALK_IN);
    const isNumbered = idText({ issuer: input.idIssuer, number: input.idNumber }) !== null;
    if (!checked.ok || !isNumbered) {
      const missing: IdProblem[] = isNumbered ? [] : [{ kind: 'id-number-missing' }];
      return refuse({ kind: 'id', problems: [...(checked.ok ? [] : checked.problem), ...missing] });
    }
    const { kind, issuer, expiresOn } = checked.value;
    const owner = await ownerOfId(tx, { issuer, number: input.idNumber }, today);
    if (!owner.ok) return refuse({ kind: 'banned' });
    const userId = owner.value;
    const values = {
      ...{ userId, idKind: kind, issuer, expiresOn, units: [] },
      ...{ checkedBy: staff.userId, checkedByName: staff.name },
      ...{ createdAt: asDate(now), touchedAt: asDate(now) },
    };
    const id = (await writeOnce(tx, { ...values, key: input.key })) ?? (await idOfKey(tx, input.key, userId));
    // The key is of a press whose answer was lost; since then another person's ID is in the form.
    const started = id ?? (await writeOnce(tx, { ...values, key: newId<string>() }));
    if (started === null) return refuse({ kind: 'not-found' });
    const { ticket = null, registerId = null } = input;
    await seatWalkIn(tx, { walkInId: started, ticket, registerId }, { now, zone: store.zone });
    return succeed({ id: started });
  });
}

/** null if a walk-in has this key. */
async function writeOnce(tx: Transaction, values: typeof walkIns.$inferInsert): Promise<string | null> {
  const [made] = await tx.insert(walkIns).values(values).onConflictDoNothing().returning({ id: walkIns.id });
  return made?.id ?? null;
}

/** The walk-in that this form has started for this account. */
async function idOfKey(tx: Transaction, key: string, userId: string): Promise<string | null> {
  const [row] = await tx
    .select({ id: walkIns.id })
    .from(walkIns)
    .where(and(eq(walkIns.key, key), eq(walkIns.userId, userId)));
  return row?.id ?? null;
}
