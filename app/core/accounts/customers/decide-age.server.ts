/**
 * Decides a customer's age, by staff, and changes decisions. The decision, its moment, history, audit and the
 * customer's notification commit together; a second decision on the same case is refused.
 */
import { and, desc, eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { Actor, RecentActor } from '#core/ground/access/actor.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordActivity } from '#core/ground/activity/record-activity.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { Transaction } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { customerPhotos, customerProfiles } from '#db/schema/customers.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { AgeRejection } from '#kernel/statuses.ts';
import { asDate, storeDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import {
  type AgeDecision,
  type AgeDecisionProblem,
  checkApproval,
  decisionLabel,
  decisionOf,
  rejectionLabel,
  storedDecision,
} from './age-decision.ts';
import type { ChangeDecisionInput, DecideInput } from './age-decision-form.ts';
import { isNewPhoto } from './age-verification.ts';
import { lockProfile, type StoredProfile } from './profile-queries.server.ts';

type Outcome = Result<{ name: string; decision: AgeDecision }, AgeDecisionProblem>;

/** What staff add: the reason for a rejection, a note for the record, and whether they saw the license itself. */
type Written = { rejection: AgeRejection | null; reason: string | null; sawLicense?: boolean };

/**
 * Decides a case of the queue: one without a decision, or an approved one with a new license photo. Refused: an old
 * sign-in; a case already decided, with who did it; one whose profile or photo has changed since it was viewed; an
 * approval of a birth date that is missing or under age, or without a photo unless staff saw the license; one's own
 * case.
 */
export function decideAge(
  actor: Actor,
  input: DecideInput,
  now: Temporal.Instant = systemClock(),
): Promise<Outcome> {
  const { userId, decision } = input;
  return onLockedProfile(actor, userId, async (tx, staff, profile) => {
    const photo = await licensePhotoOf(tx, userId);
    const isOpen = profile.isVerifiedOver21 === null || isNewPhoto(profile, photo?.createdAt ?? null);
    if (!isOpen) return refuse(await decidedAlready(tx, userId, profile));
    if (profile.version !== input.version || (photo?.id ?? '') !== input.photo)
      return refuse({ kind: 'changed' });
    const written: Written =
      input.decision === 'rejected'
        ? { rejection: input.rejection, reason: input.note || null }
        : { rejection: null, reason: null, sawLicense: input.sawLicense === '1' };
    if (input.decision === 'approved' && !photo && !written.sawLicense)
      return refuse({ kind: 'license-unseen' });
    return write(tx, staff, { userId, profile, decision, written, now });
  });
}

/**
 * Changes or withdraws a decision, with the reason. Refused like `decideAge`; the same decision again changes nothing.
 */
export function changeAgeDecision(
  actor: Actor,
  userId: string,
  input: ChangeDecisionInput,
  now: Temporal.Instant = systemClock(),
): Promise<Outcome> {
  const { decision, from, reason } = input;
  return onLockedProfile(actor, userId, async (tx, staff, profile) => {
    const before = decisionOf(profile.isVerifiedOver21);
    if (before !== from) return refuse(await decidedAlready(tx, userId, profile));
    if (profile.version !== input.version) return refuse({ kind: 'changed' });
    if (before === decision && decision !== 'rejected') return succeed({ name: profile.fullName, decision });
    const rejection = input.decision === 'rejected' ? input.rejection : null;
    return write(tx, staff, { userId, profile, decision, written: { rejection, reason }, now });
  });
}

function onLockedProfile(
  actor: Actor,
  userId: string,
  work: (tx: Transaction, staff: RecentActor, profile: StoredProfile) => Promise<Outcome>,
): Promise<Outcome> {
  const asStaff = recentStaffTransaction(
    actor,
    'age.decide',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  return asStaff<Outcome>(async (tx, staff) => {
    if (!isUuid(userId)) return refuse({ kind: 'not-found' });
    if (userId === staff.userId) return refuse({ kind: 'own' });
    const profile = await lockProfile(tx, userId);
    return profile ? work(tx, staff, profile) : refuse({ kind: 'not-found' });
  });
}

async function write(
  tx: Transaction,
  staff: RecentActor,
  {
    userId,
    profile,
    decision,
    written,
    now,
  }: {
    userId: string;
    profile: StoredProfile;
    decision: AgeDecision;
    written: Written;
    now: Temporal.Instant;
  },
): Promise<Outcome> {
  const { store, compliance } = await readSettings();
  if (decision === 'approved') {
    const allowed = checkApproval(profile.birthDate, storeDate(now, store.zone), compliance.minimumAge);
    if (!allowed.ok) return allowed;
  }
  const at = asDate(now);
  await tx
    .update(customerProfiles)
    .set({
      isVerifiedOver21: storedDecision(decision),
      ageDecidedAt: decision === 'undecided' ? null : at,
      ageRejection: written.rejection,
      updatedAt: at,
    })
    .where(eq(customerProfiles.userId, userId));
  await recordActivity(tx, { userId, ...activityOf(decision) });
  await recordAudit(tx, staff, {
    action: 'age.decided',
    subject: 'customer',
    subjectId: userId,
    before: { ageDecision: decisionLabel[decisionOf(profile.isVerifiedOver21)] },
    after: {
      ageDecision: decisionLabel[decision],
      ...(written.rejection ? { because: rejectionLabel[written.rejection] } : {}),
      ...(written.sawLicense ? { license: 'Seen in person' } : {}),
    },
    reason: written.reason,
  });
  await recordEvent(tx, { kind: 'age-decided', userId, decision }, staff.userId);
  await announce(tx, 'customers');
  return succeed({ name: profile.fullName, decision });
}

function activityOf(decision: AgeDecision) {
  if (decision === 'approved')
    return {
      type: 'profile_update',
      description: 'Our staff confirmed your age',
      metadata: { fields: 'Age verification' },
    } as const;
  return {
    type: 'security_alert',
    description:
      decision === 'rejected'
        ? 'Our staff could not confirm your age'
        : 'Our staff undid their decision about your age',
    metadata: { alert_type: decision === 'rejected' ? 'age_rejected' : 'age_decision_taken_back' },
  } as const;
}

async function licensePhotoOf(
  tx: Transaction,
  userId: string,
): Promise<{ id: string; createdAt: Date } | null> {
  const [photo] = await tx
    .select({ id: customerPhotos.id, createdAt: customerPhotos.createdAt })
    .from(customerPhotos)
    .where(
      and(
        eq(customerPhotos.userId, userId),
        eq(customerPhotos.kind, 'license'),
        eq(customerPhotos.state, 'kept'),
      ),
    );
  return photo ?? null;
}

async function decidedAlready(
  tx: Transaction,
  userId: string,
  profile: StoredProfile,
): Promise<AgeDecisionProblem> {
  const [last] = await tx
    .select({ by: auditLog.actorName })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectType, 'customer'),
        eq(auditLog.subjectId, userId),
        eq(auditLog.action, 'age.decided'),
      ),
    )
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(1);
  return { kind: 'decided', decision: decisionOf(profile.isVerifiedOver21), by: last?.by ?? null };
}
