/** Starts a walk-in: an ID proves the age, and gives the limits of its day one owner. */
import { and, eq } from 'drizzle-orm';
import type { Actor } from '#core/access/actor.ts';
import { staffTransaction } from '#core/access/staff-transaction.server.ts';
import { hashLicense } from '#core/customers/encrypt-license.server.ts';
import { makeClosedProfile } from '#core/customers/forget-customer.server.ts';
import { createWalkInCustomer } from '#core/identity/accounts/forget-person.server.ts';
import { hoursNotice } from '#core/orders/hand-over/hours-notice.ts';
import { checkId, type HandOverInput } from '#core/orders/hand-over/id-check.ts';
import { pickupPolicy } from '#core/pickup/slots-queries.server.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import type { Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { walkInIds, walkIns } from '#db/schema/walk-ins.ts';
import { isUuid, newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, type StoreDate, storeDate, systemClock } from '#kernel/time.ts';
import { keyedHash } from '#platform/secrets/secrets.ts';
import { idText, WALK_IN, type WalkInIdProblem, type WalkInProblem } from './walk-in.ts';

/** What was scanned or typed of the ID. None of it is stored but the kind, the issuer and the expiry date. */
export type WalkInId = Pick<
  HandOverInput,
  'idKind' | 'idIssuer' | 'idExpiresOn' | 'idBirthDate' | 'nameMatches'
> & {
  /** Of the form: sent again with the same ID, it starts nothing. */
  key: string;
  idNumber: string;
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
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'admin-only' }));
  const settings = await readSettings();
  const { store, compliance } = settings;
  const today = storeDate(now, store.zone);
  return asStaff<Result<{ id: string }, WalkInProblem>>(async (tx, staff) => {
    if (!isUuid(input.key)) return refuse({ kind: 'key-missing' });
    const closed = hoursNotice(pickupPolicy(settings), now);
    if (closed !== null) return refuse({ kind: 'closed', words: closed });
    const checked = checkId(input, today, compliance.minimumAge, WALK_IN);
    const text = idText({
      issuer: checked.ok ? checked.value.issuer : input.idIssuer,
      number: input.idNumber,
    });
    const problems: WalkInIdProblem[] = [...(checked.ok ? [] : checked.problem)];
    if (text === null) problems.push({ kind: 'id-number-missing' });
    if (!checked.ok || text === null) return refuse({ kind: 'id', problems });
    const { kind, issuer, expiresOn } = checked.value;
    if (await isOfBanned(tx, issuer, input.idNumber)) return refuse({ kind: 'banned' });
    const userId = await ownerOf(tx, today, keyedHash(text, 'walk-in'));
    const values = {
      ...{ userId, idKind: kind, issuer, expiresOn, units: [] },
      ...{ checkedBy: staff.userId, checkedByName: staff.name },
      ...{ createdAt: asDate(now), touchedAt: asDate(now) },
    };
    const id = (await writeOnce(tx, { ...values, key: input.key })) ?? (await idOfKey(tx, input.key, userId));
    // The key is of a press whose answer was lost; since then another person's ID is in the form.
    const started = id ?? (await writeOnce(tx, { ...values, key: newId<string>() }));
    return started === null ? refuse({ kind: 'not-found' }) : succeed({ id: started });
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

/** The account of this ID on this day; the first walk-in makes it. It belongs to no one and cannot sign in. */
async function ownerOf(tx: Transaction, today: StoreDate, idHash: string): Promise<string> {
  const day = today.toString();
  const [made] = await tx
    .insert(walkInIds)
    .values({ day, idHash, userId: newId<string>() })
    .onConflictDoNothing()
    .returning({ userId: walkInIds.userId });
  if (made) {
    const { userId, name } = await createWalkInCustomer(tx, made.userId, WALK_IN);
    await makeClosedProfile(tx, { userId, name });
    return userId;
  }
  const [known] = await tx
    .select({ userId: walkInIds.userId })
    .from(walkInIds)
    .where(and(eq(walkInIds.day, day), eq(walkInIds.idHash, idHash)));
  if (!known) throw new Error('the ID of a walk-in was neither there nor written');
  return known.userId;
}

/** Whether a banned account has this license. Staff have verified it: an unverified number may be another person's. */
async function isOfBanned(tx: Transaction, issuer: string, number: string): Promise<boolean> {
  const banned = await tx
    .select({ state: customerProfiles.licenseState })
    .from(customerProfiles)
    .where(
      and(
        eq(customerProfiles.licenseIdHash, hashLicense(number)),
        eq(customerProfiles.licenseVerified, true),
        eq(customerProfiles.isBanned, true),
      ),
    );
  // A license may be on file without its state.
  return banned.some(
    ({ state }) => !state || idText({ issuer: state, number }) === idText({ issuer, number }),
  );
}
