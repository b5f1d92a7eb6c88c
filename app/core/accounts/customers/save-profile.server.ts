/**
 * Saves one's own profile. A change of the data behind a staff decision resets the decision. A birth date under the
 * minimum age is refused; once one is on file, only staff change it. The name of a person at work an admin changes.
 */
import { eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { roleOf } from '#core/ground/access/account-queries.server.ts';
import { type Actor, worksHere } from '#core/ground/access/actor.ts';
import { recordActivity } from '#core/ground/activity/record-activity.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { inTransaction, type Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, type StoreDate, storeDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { staleChanges } from '#ui/form/refusal.ts';
import { afterChange, isBirthDateLocked } from './age-verification.ts';
import { birthDateProblem } from './birth-date.ts';
import { type EncryptedLicense, encryptLicense, NO_LICENSE } from './encrypt-license.server.ts';
import { lockCustomer } from './lock-customer.server.ts';
import {
  type ProfileField,
  type ProfileInput,
  type ProfileProblem,
  profileLabels,
  updateWords,
} from './profile.ts';
import { lockProfile, type StoredProfile, valuesOf } from './profile-queries.server.ts';

/** The texts a stale save is compared with: the form's initial values, and its current ones. */
type Texts = { base: Readonly<Record<string, string>>; mine: Readonly<Record<string, string>> };

export type SavedProfile = { changed: readonly ProfileField[]; wasReset: boolean };

/** A refusal changes nothing; a save without changes leaves no trace. */
export async function saveProfile(
  actor: Actor,
  input: ProfileInput,
  texts: Texts,
  now: Temporal.Instant = systemClock(),
): Promise<Result<SavedProfile, ProfileProblem>> {
  if (actor.kind !== 'user') return refuse({ kind: 'not-signed-in' });
  const { store, compliance } = await readSettings();
  const { minimumAge } = compliance;
  const today = storeDate(now, store.zone);
  const { userId } = actor;
  return inTransaction(async (tx): Promise<Result<SavedProfile, ProfileProblem>> => {
    await lockCustomer(tx, actor);
    const stored = await lockProfile(tx, userId);
    if (!stored) throw new Error('a locked profile is not there');
    if (stored.isBanned) return refuse({ kind: 'banned' });
    if (stored.version !== input.version) {
      const changes = staleChanges(profileLabels, { ...texts, theirs: valuesOf(stored) });
      return refuse({ kind: 'stale', stale: { version: stored.version, changes } });
    }
    // Records of what people at work do carry their name. A new role waits for the profile's lock.
    if (input.fullName !== stored.fullName && worksHere(await roleOf(tx, userId)))
      return refuse({ kind: 'name-by-admin' });
    const problem = birthDateChangeProblem(input, stored, today, minimumAge);
    if (problem) return refuse(problem);
    const license = licenseOf(input, stored, userId);
    const changed = changedFields(input, stored, license !== null);
    if (changed.length === 0) return succeed({ changed, wasReset: false });

    const verification = afterChange(stored, {
      birthDate: changed.includes('birthDate'),
      license: changed.includes('licenseState') || (license !== null && license !== NO_LICENSE),
    });
    // Without a number on file, none can be verified.
    if (license === NO_LICENSE) verification.licenseVerified = false;
    const wasReset = stored.isVerifiedOver21 === true && verification.isVerifiedOver21 === null;
    await tx
      .update(customerProfiles)
      .set({
        fullName: input.fullName,
        phone: input.phone,
        address: input.address,
        licenseState: input.licenseState,
        birthDate: input.birthDate,
        ...license,
        ...verification,
        ...(wasReset ? { ageDecidedAt: null } : {}),
        version: stored.version + 1,
        updatedAt: asDate(now),
      })
      .where(eq(customerProfiles.userId, userId));
    await recordActivity(tx, {
      userId,
      type: 'profile_update',
      description: updateWords(changed),
      metadata: { fields: changed.map((field) => profileLabels[field]).join(', ') },
    });
    if (wasReset) await recordReset(tx, userId);
    await announce(tx, 'customers');
    return succeed({ changed, wasReset });
  });
}

/** Adds to the person's history that they need a new approval. */
export async function recordReset(tx: Transaction, userId: string): Promise<void> {
  await recordActivity(tx, {
    userId,
    type: 'security_alert',
    description: 'Your age approval waits for a new decision, because what it was based on has changed',
    metadata: { alert_type: 'age_approval_reset' },
  });
}

/** Why the birth date cannot be changed to the one typed; null when it can, or stays as it is. */
function birthDateChangeProblem(
  { birthDate, birthDateAsked }: ProfileInput,
  stored: StoredProfile,
  today: StoreDate,
  minimumAge: number,
): ProfileProblem | null {
  if (birthDate === stored.birthDate) return null;
  if (isBirthDateLocked(stored, today, minimumAge)) return { kind: 'birth-date-locked', minimumAge };
  if (birthDate === null) return { kind: 'birth-date-needed' };
  return birthDateProblem(birthDate, { today, minimumAge, asked: birthDateAsked ?? null });
}

/** The new license columns; null when they do not change. */
function licenseOf(input: ProfileInput, stored: StoredProfile, userId: string): EncryptedLicense | null {
  if (input.licenseId !== null) {
    const typed = encryptLicense(input.licenseId, userId);
    return typed.licenseIdHash === stored.licenseIdHash || typed.licenseIdHash === null ? null : typed;
  }
  return input.removeLicense && stored.licenseIdHash !== null ? NO_LICENSE : null;
}

function changedFields(input: ProfileInput, stored: StoredProfile, isOtherLicense: boolean): ProfileField[] {
  const plain = ['fullName', 'phone', 'address', 'licenseState', 'birthDate'] as const;
  const changed: ProfileField[] = plain.filter((field) => input[field] !== stored[field]);
  return isOtherLicense ? [...changed, 'licenseId'] : changed;
}
