/**
 * Staff verify a license, correct a birth date with the license in hand, and set loyalty points. The audit log records
 * each.
 */
import { eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { Actor, RecentActor, SignedIn } from '#core/ground/access/actor.ts';
import { recentStaffTransaction, staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordActivity } from '#core/ground/activity/record-activity.server.ts';
import type { AuditState } from '#core/ground/audit/audit.ts';
import { type AuditActor, recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, storeDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { afterChange, licenseObstacle } from './age-verification.ts';
import type { BirthDateInput, CustomerFactProblem, PointsInput } from './license-decision.ts';
import { lockProfile } from './profile-queries.server.ts';
import { recordReset } from './save-profile.server.ts';

type Stored = NonNullable<Awaited<ReturnType<typeof lockProfile>>>;
type Outcome = Result<{ changed: boolean }, CustomerFactProblem>;
type Change = { set: Partial<typeof customerProfiles.$inferInsert>; before: AuditState; after: AuditState };

/**
 * Verifies the license; one already verified stays so. Refused: an old sign-in, no license on file, a rejected age or
 * one under the minimum, and one's own license.
 */
export function verifyLicense(
  actor: Actor,
  userId: string,
  now: Temporal.Instant = systemClock(),
): Promise<Outcome> {
  return decideOnLocked(actor, userId, async (tx, staff, profile) => {
    if (profile.licenseIdHash === null) return refuse({ kind: 'no-license' });
    if (profile.licenseVerified) return succeed({ changed: false });
    const { store, compliance } = await readSettings();
    const obstacle = licenseObstacle(profile, storeDate(now, store.zone), compliance.minimumAge);
    if (obstacle) return refuse({ kind: obstacle });
    await save(tx, staff, { userId, action: 'license.verified', reason: null }, licenseChange(true));
    await recordActivity(tx, {
      userId,
      type: 'license_verified',
      description: 'Our staff verified your license',
    });
    await recordEvent(tx, { kind: 'license-verified', userId }, staff.userId);
    return succeed({ changed: true });
  });
}

/** Withdraws the verification, with the reason. */
export function takeLicenseBack(actor: Actor, userId: string, reason: string): Promise<Outcome> {
  return decideOnLocked(actor, userId, async (tx, staff, profile) => {
    if (!profile.licenseVerified) return succeed({ changed: false });
    await save(tx, staff, { userId, action: 'license.taken-back', reason }, licenseChange(false));
    await recordActivity(tx, {
      userId,
      type: 'security_alert',
      description: 'Our staff undid the verification of your license',
      metadata: { alert_type: 'license_taken_back' },
    });
    return succeed({ changed: true });
  });
}

const licenseChange = (to: boolean): Change => ({
  set: { licenseVerified: to },
  before: { licenseVerified: !to },
  after: { licenseVerified: to },
});

/**
 * Corrects the birth date, which customers cannot change once it is under age. Resets what was decided on the old date,
 * as when customers change theirs.
 */
export function correctBirthDate(
  actor: Actor,
  userId: string,
  input: BirthDateInput,
  now: Temporal.Instant = systemClock(),
): Promise<Outcome> {
  return decideOnLocked(actor, userId, async (tx, staff, profile) => {
    if (profile.version !== input.version) return refuse({ kind: 'changed' });
    if (profile.birthDate === input.birthDate) return succeed({ changed: false });
    const verification = afterChange(profile, { birthDate: true, license: false });
    const wasReset = profile.isVerifiedOver21 === true;
    await save(
      tx,
      staff,
      { userId, action: 'birth-date.corrected', reason: input.reason },
      {
        set: {
          birthDate: input.birthDate,
          ...verification,
          ...(wasReset ? { ageDecidedAt: null } : {}),
          version: profile.version + 1,
          updatedAt: asDate(now),
        },
        before: { birthDate: profile.birthDate },
        after: { birthDate: input.birthDate },
      },
    );
    await recordActivity(tx, {
      userId,
      type: 'profile_update',
      description: 'Our staff corrected your birth date',
      metadata: { fields: 'Birth Date' },
    });
    if (wasReset) await recordReset(tx, userId);
    return succeed({ changed: true });
  });
}

/** Sets the points. Refused if they have changed since the page was rendered. */
export function setLoyaltyPoints(actor: Actor, userId: string, input: PointsInput): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'users.manage', refuse({ kind: 'not-allowed' }));
  return asStaff<Outcome>((tx, staff) =>
    onLocked(tx, staff, userId, async () => {
      const [row] = await tx
        .select({ points: customerProfiles.loyaltyPoints })
        .from(customerProfiles)
        .where(eq(customerProfiles.userId, userId));
      if (row?.points !== input.from) return refuse({ kind: 'changed' });
      if (input.points === input.from) return succeed({ changed: false });
      await save(
        tx,
        staff,
        { userId, action: 'loyalty.changed', reason: input.reason },
        {
          set: { loyaltyPoints: input.points },
          before: { loyaltyPoints: input.from },
          after: { loyaltyPoints: input.points },
        },
      );
      return succeed({ changed: true });
    }),
  );
}

/** Runs a decision about a customer: by staff who may decide, after a recent sign-in. */
function decideOnLocked(
  actor: Actor,
  userId: string,
  work: (tx: Transaction, staff: RecentActor, profile: Stored) => Promise<Outcome>,
): Promise<Outcome> {
  const asStaff = recentStaffTransaction(
    actor,
    'age.decide',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  return asStaff<Outcome>((tx, staff) => onLocked(tx, staff, userId, work));
}

async function onLocked<Staff extends SignedIn>(
  tx: Transaction,
  staff: Staff,
  userId: string,
  work: (tx: Transaction, staff: Staff, profile: Stored) => Promise<Outcome>,
): Promise<Outcome> {
  if (!isUuid(userId)) return refuse({ kind: 'not-found' });
  if (userId === staff.userId) return refuse({ kind: 'own' });
  const profile = await lockProfile(tx, userId);
  return profile ? work(tx, staff, profile) : refuse({ kind: 'not-found' });
}

type Saved = 'license.verified' | 'license.taken-back' | 'birth-date.corrected' | 'loyalty.changed';

async function save<Action extends Saved>(
  tx: Transaction,
  staff: AuditActor<Action>,
  { userId, action, reason }: { userId: string; action: Action; reason: string | null },
  { set, before, after }: Change,
): Promise<void> {
  await tx.update(customerProfiles).set(set).where(eq(customerProfiles.userId, userId));
  await recordAudit(tx, staff, { action, subject: 'customer', subjectId: userId, before, after, reason });
  await announce(tx, 'customers', `user:${userId}`);
}
