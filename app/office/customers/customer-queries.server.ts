/** Loads one customer for the staff page: masked profile, verification, bans, notes. */
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { type AgeDecision, decisionOf } from '#core/accounts/customers/age-decision.ts';
import {
  type LicenseStatus,
  licenseObstacle,
  licenseStatus,
} from '#core/accounts/customers/age-verification.ts';
import { joinedText } from '#core/accounts/customers/list/joined.ts';
import { masked, maskedLicense, type Revealed } from '#core/accounts/customers/reveal.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { customerNotes, customerPhotos, customerProfiles } from '#db/schema/customers.ts';
import { authenticators, textFactors, userRoles, users } from '#db/schema/identity.ts';
import { ageOn, isOfAge } from '#kernel/age.ts';
import { isUuid } from '#kernel/ids.ts';
import type { AgeRejection, PhotoKind, Role } from '#kernel/statuses.ts';
import { formatDateTime, instantOf, parseDate, storeDate, systemClock } from '#kernel/time.ts';
import type { CustomerNote } from './note.ts';

const NOTES = 50;
const BANS = 20;

export type CustomerView = {
  id: string;
  name: string;
  email: string;
  role: Role;
  joined: string;
  place: string | null;
  /** The fields that can be revealed, masked; null if not on file. */
  masked: Readonly<Record<Revealed, string | null>>;
  licenseState: string | null;
  /** In whole years today; null without a birth date. */
  age: number | null;
  /** Old enough according to the birth date. */
  isOfAge: boolean;
  decision: AgeDecision;
  rejection: AgeRejection | null;
  decided: string | null;
  license: LicenseStatus;
  licenseVerified: boolean;
  /** Whether staff can verify the license now. */
  canVerifyLicense: boolean;
  version: number;
  points: number;
  isBanned: boolean;
  banReason: string | null;
  /** Bans and when they were lifted, newest first. */
  bans: { id: string; what: string; who: string | null; at: string; reason: string | null }[];
  notes: CustomerNote[];
  /** Ids of the photos on file. */
  photos: Partial<Record<PhotoKind, string>>;
  /** The second factor used beside the password; null if there is none. */
  secondFactor: 'app' | 'text' | null;
};

/** null for users who may not read customers, and for customers that do not exist. */
export async function readCustomer(
  actor: Actor,
  userId: string,
  now: Temporal.Instant = systemClock(),
): Promise<CustomerView | null> {
  if (!may(actor, 'customers.read') || !isUuid(userId)) return null;
  const [[row], photos, notes, bans, { store, compliance }] = await Promise.all([
    database()
      .select({
        profile: customerProfiles,
        email: users.email,
        role: sql<Role>`coalesce(${userRoles.role}, 'user')`,
        secondFactor: sql<'app' | 'text' | null>`case
          when ${authenticators.userId} is not null then 'app'
          when ${textFactors.userId} is not null then 'text' end`,
      })
      .from(customerProfiles)
      .innerJoin(users, eq(users.id, customerProfiles.userId))
      .leftJoin(userRoles, eq(userRoles.userId, customerProfiles.userId))
      .leftJoin(authenticators, eq(authenticators.userId, customerProfiles.userId))
      .leftJoin(textFactors, eq(textFactors.userId, customerProfiles.userId))
      .where(eq(customerProfiles.userId, userId)),
    database()
      .select({ id: customerPhotos.id, kind: customerPhotos.kind })
      .from(customerPhotos)
      .where(and(eq(customerPhotos.userId, userId), eq(customerPhotos.state, 'kept'))),
    database()
      .select()
      .from(customerNotes)
      .where(eq(customerNotes.userId, userId))
      .orderBy(desc(customerNotes.createdAt), desc(customerNotes.id))
      .limit(NOTES),
    database()
      .select({
        id: auditLog.id,
        action: auditLog.action,
        who: auditLog.actorName,
        createdAt: auditLog.createdAt,
        reason: auditLog.reason,
      })
      .from(auditLog)
      .where(
        and(
          eq(auditLog.subjectType, 'customer'),
          eq(auditLog.subjectId, userId),
          inArray(auditLog.action, ['customer.banned', 'customer.unbanned']),
        ),
      )
      .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
      .limit(BANS),
    readSettings(),
  ]);
  if (!row) return null;
  const { profile, email, role, secondFactor } = row;
  const { zone } = store;
  const at = (date: Date) => formatDateTime(instantOf(date), zone);
  const license = licenseStatus({
    onFile: profile.licenseIdHash !== null,
    isVerified: profile.licenseVerified,
    isVerifiedOver21: profile.isVerifiedOver21,
  });
  const birth = profile.birthDate === null ? null : parseDate(profile.birthDate);
  return {
    id: userId,
    name: profile.fullName,
    email,
    role,
    joined: joinedText(profile.createdAt, zone),
    place: [profile.city, profile.state, profile.zipcode].filter(Boolean).join(', ') || null,
    masked: {
      phone: masked(profile.phone),
      address: masked(profile.address),
      birthDate: profile.birthDate && '•••',
      licenseId: maskedLicense(profile.licenseIdLast4),
    },
    licenseState: profile.licenseState,
    age: birth && ageOn(storeDate(now, zone), birth),
    isOfAge: isOfAge(birth, storeDate(now, zone), compliance.minimumAge),
    decision: decisionOf(profile.isVerifiedOver21),
    rejection: profile.ageRejection,
    decided: profile.ageDecidedAt && at(profile.ageDecidedAt),
    license,
    canVerifyLicense:
      license === 'Pending' && licenseObstacle(profile, storeDate(now, zone), compliance.minimumAge) === null,
    licenseVerified: profile.licenseVerified,
    version: profile.version,
    points: profile.loyaltyPoints,
    isBanned: profile.isBanned,
    banReason: profile.banReason,
    bans: bans.map(({ id, action, who, createdAt, reason }) => ({
      id,
      what: action === 'customer.banned' ? 'Banned' : 'Ban ended',
      who,
      at: at(createdAt),
      reason,
    })),
    notes: notes.map(({ id, authorName, createdAt, note }) => ({
      id,
      author: authorName,
      at: at(createdAt),
      note,
    })),
    photos: Object.fromEntries(photos.map(({ id, kind }) => [kind, id])),
    secondFactor,
  };
}
