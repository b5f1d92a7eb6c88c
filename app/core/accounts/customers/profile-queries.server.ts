/** Reads one's own profile, for its form and its age verification status. */
import { and, eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { type SignedIn, worksHere } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, type Transaction } from '#db/client.ts';
import { customerPhotos, customerProfiles } from '#db/schema/customers.ts';
import type { AgeRejection, PhotoKind } from '#kernel/statuses.ts';
import { formatDate, instantOf, storeDate, systemClock } from '#kernel/time.ts';
import {
  type AgeState,
  ageState,
  isBirthDateLocked,
  isNewPhoto,
  type MissingProof,
  missingProof,
} from './age-verification.ts';
import type { ProfileValues } from './profile.ts';

/** A photo on its owner's page. */
export type MyPhoto = {
  id: string;
  added: string;
  /** When it is deleted at the latest, 'Dec 21, 2026'; null if it stays until its owner deletes it. */
  goes: string | null;
};

export type MyProfile = {
  version: number;
  values: ProfileValues;
  /** For a person at work: an admin changes the name. */
  isNameLocked: boolean;
  /** The last characters of the license number on file; null without one. */
  licenseLast4: string | null;
  licenseVerified: boolean;
  photos: Partial<Record<PhotoKind, MyPhoto>>;
  age: {
    state: AgeState;
    missing: MissingProof[];
    isBirthDateLocked: boolean;
    minimumAge: number;
    /** Approved, but staff have not viewed a newer license photo yet. */
    hasNewPhoto: boolean;
    /** Why staff rejected it; null if they did not, or gave no reason. */
    rejection: AgeRejection | null;
  };
  /** Store-local yyyy-mm-dd: the latest possible birth date. */
  today: string;
  storePhone: string;
};

/** Null until the account's first sign-in creates its profile. */
export async function readMyProfile(
  actor: SignedIn,
  now: Temporal.Instant = systemClock(),
): Promise<MyProfile | null> {
  const [[profile], photos, { store, compliance }] = await Promise.all([
    database().select(profileColumns).from(customerProfiles).where(eq(customerProfiles.userId, actor.userId)),
    database()
      .select({
        id: customerPhotos.id,
        kind: customerPhotos.kind,
        createdAt: customerPhotos.createdAt,
        deleteAfter: customerPhotos.deleteAfter,
      })
      .from(customerPhotos)
      .where(and(eq(customerPhotos.userId, actor.userId), eq(customerPhotos.state, 'kept'))),
    readSettings(),
  ]);
  if (!profile) return null;
  const { zone } = store;
  const { minimumAge } = compliance;
  const today = storeDate(now, zone);
  const day = (date: Date) => formatDate(storeDate(instantOf(date), zone));
  const mine: MyProfile['photos'] = {};
  for (const { id, kind, createdAt, deleteAfter } of photos)
    mine[kind] = { id, added: day(createdAt), goes: deleteAfter && day(deleteAfter) };
  const missing = missingProof({
    birthDate: profile.birthDate !== null,
    licenseId: profile.licenseIdLast4 !== null,
    licensePhoto: mine.license !== undefined,
  });
  return {
    version: profile.version,
    values: valuesOf(profile),
    isNameLocked: worksHere(actor.role),
    licenseLast4: profile.licenseIdLast4,
    licenseVerified: profile.licenseVerified,
    photos: mine,
    age: {
      state: ageState(profile, missing, today, minimumAge),
      missing,
      isBirthDateLocked: isBirthDateLocked(profile, today, minimumAge),
      minimumAge,
      hasNewPhoto: isNewPhoto(profile, photos.find(({ kind }) => kind === 'license')?.createdAt ?? null),
      rejection: profile.ageRejection,
    },
    today: today.toString(),
    storePhone: store.phone,
  };
}

const profileColumns = {
  version: customerProfiles.version,
  fullName: customerProfiles.fullName,
  phone: customerProfiles.phone,
  address: customerProfiles.address,
  licenseState: customerProfiles.licenseState,
  birthDate: customerProfiles.birthDate,
  licenseIdHash: customerProfiles.licenseIdHash,
  licenseIdLast4: customerProfiles.licenseIdLast4,
  licenseVerified: customerProfiles.licenseVerified,
  isVerifiedOver21: customerProfiles.isVerifiedOver21,
  ageDecidedAt: customerProfiles.ageDecidedAt,
  ageRejection: customerProfiles.ageRejection,
  isBanned: customerProfiles.isBanned,
};

export type StoredProfile = Pick<typeof customerProfiles.$inferSelect, keyof typeof profileColumns>;

/** Locks and reads the profile until the transaction ends. */
export async function lockProfile(tx: Transaction, userId: string): Promise<StoredProfile | null> {
  const [row] = await tx
    .select(profileColumns)
    .from(customerProfiles)
    .where(eq(customerProfiles.userId, userId))
    .for('no key update');
  return row ?? null;
}

/** As form fields: missing values are empty. */
export function valuesOf(profile: StoredProfile): ProfileValues {
  return {
    fullName: profile.fullName,
    phone: profile.phone ?? '',
    address: profile.address ?? '',
    licenseState: profile.licenseState ?? '',
    birthDate: profile.birthDate ?? '',
  };
}
