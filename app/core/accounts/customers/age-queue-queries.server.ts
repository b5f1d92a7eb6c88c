/** Reads the queue of age decisions, oldest first, and the open case. */
import { and, desc, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { recentActor } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { byMoment, type KeysetPage, type KeysetQuery, readKeysetPage } from '#db/keyset.ts';
import { customerPhotos, customerProfiles } from '#db/schema/customers.ts';
import { users } from '#db/schema/identity.ts';
import { ageOn, isOfAge } from '#kernel/age.ts';
import { isUuid } from '#kernel/ids.ts';
import type { Counted } from '#kernel/list-state.ts';
import {
  asDate,
  formatDate,
  instantOf,
  parseDate,
  type StoreDate,
  storeDate,
  systemClock,
} from '#kernel/time.ts';
import { type AgeDecision, decisionOf, UNDO_DECISION_MINUTES } from './age-decision.ts';
import type { AgeCase, AgeQueueState, OpenAgeCase } from './age-queue.ts';
import { isNewPhoto, missingProof } from './age-verification.ts';
import { countProfiles, type FoundPeople, findPeople, isFound } from './people-search-queries.server.ts';

const CASES_ON_A_PAGE = 10;
const LATELY_DECIDED = 5;
const OTHERS_SHOWN = 5;

export type AgeQueuePage = KeysetPage<AgeCase> & { counted: Counted };

/** Null for people who may not decide. */
export async function readAgeQueue(
  actor: Actor,
  state: AgeQueueState,
  now: Temporal.Instant = systemClock(),
): Promise<AgeQueuePage | null> {
  if (!may(actor, 'age.decide')) return null;
  const [day, found] = await Promise.all([storeDay(now), findPeople(state.filters.find)]);
  const matching = waitingCases(state, found);
  const [page, counted] = await Promise.all([
    readKeysetPage(
      byMoment(customerProfiles.createdAt, customerProfiles.userId, state.sort.startsWith('-')),
      state.position,
      CASES_ON_A_PAGE,
      (query) => selectCases(matching, query),
    ),
    countProfiles(matching, found),
  ]);
  return { ...page, rows: page.rows.map((row) => caseOf(row, day)), counted };
}

/** How many cases have everything a decision needs, as the queue's filter counts them; null for people who may not decide. */
export async function countAgeCases(actor: Actor): Promise<Counted | null> {
  if (!may(actor, 'age.decide')) return null;
  return countProfiles(waitingCases({ filters: { proof: 'complete' } }), null);
}

export type AgeCaseAnswer =
  | { state: 'open'; case: OpenAgeCase }
  /** Someone else decided it after the page that led here was rendered. */
  | { state: 'decided'; userId: string; name: string; decision: AgeDecision };

/**
 * One case by its customer's id, with birth date and address; null for people who may not decide, in an old session,
 * and when it does not exist.
 */
export async function readAgeCase(
  actor: Actor,
  userId: string,
  now: Temporal.Instant = systemClock(),
): Promise<AgeCaseAnswer | null> {
  if (actor.kind !== 'user' || !may(actor, 'age.decide') || !isUuid(userId)) return null;
  if (!(await recentActor(actor))) return null;
  const [[row], day] = await Promise.all([
    database()
      .select({
        ...caseColumns,
        address: customerProfiles.address,
        licenseIdHash: customerProfiles.licenseIdHash,
        licenseIdLast4: customerProfiles.licenseIdLast4,
        licenseState: customerProfiles.licenseState,
        ageDecidedAt: customerProfiles.ageDecidedAt,
        photoAddedAt: customerPhotos.createdAt,
      })
      .from(customerProfiles)
      .innerJoin(users, eq(users.id, customerProfiles.userId))
      .leftJoin(
        customerPhotos,
        and(
          eq(customerPhotos.userId, customerProfiles.userId),
          eq(customerPhotos.kind, 'license'),
          eq(customerPhotos.state, 'kept'),
        ),
      )
      .where(and(eq(customerProfiles.userId, userId), eq(customerProfiles.status, 'active'))),
    storeDay(now),
  ]);
  if (!row) return null;
  const { name, address, photoId, licenseIdLast4, licenseState, isVerifiedOver21 } = row;
  if (isVerifiedOver21 !== null && !isNewPhoto(row, row.photoAddedAt))
    return { state: 'decided', userId, name, decision: decisionOf(isVerifiedOver21) };
  const birth = row.birthDate === null ? null : parseDate(row.birthDate);
  return {
    state: 'open',
    case: {
      ...caseOf(row, day),
      birthDate: birth && formatDate(birth),
      address,
      licenseLast4: licenseIdLast4,
      licenseState,
      photo:
        photoId && row.photoAddedAt
          ? { id: photoId, added: formatDate(storeDate(instantOf(row.photoAddedAt), day.zone)) }
          : null,
      sameLicense: await othersWith(row.licenseIdHash, userId),
    },
  };
}

export type LatelyDecidedCase = {
  userId: string;
  name: string;
  decision: AgeDecision;
  version: number;
  /** The reader decided it a moment ago and may undo that with one press. */
  mayUndo: boolean;
};

/** The latest decisions, by anyone. */
export async function readLatelyDecided(
  actor: Actor,
  now: Temporal.Instant = systemClock(),
): Promise<LatelyDecidedCase[]> {
  if (actor.kind !== 'user' || !may(actor, 'age.decide')) return [];
  const rows = await database()
    .select({
      userId: customerProfiles.userId,
      name: customerProfiles.fullName,
      isVerifiedOver21: customerProfiles.isVerifiedOver21,
      version: customerProfiles.version,
      at: customerProfiles.ageDecidedAt,
      by: sql<string | null>`(select audit.actor_id from audit_log as audit
        where audit.subject_type = 'customer' and audit.subject_id = ${customerProfiles.userId}::text
          and audit.action = 'age.decided'
        order by audit.created_at desc, audit.id desc limit 1)`,
    })
    .from(customerProfiles)
    .where(isNotNull(customerProfiles.ageDecidedAt))
    .orderBy(desc(customerProfiles.ageDecidedAt))
    .limit(LATELY_DECIDED);
  const since = asDate(now.subtract({ minutes: UNDO_DECISION_MINUTES }));
  return rows.map(({ isVerifiedOver21, at, by, ...row }) => ({
    ...row,
    decision: decisionOf(isVerifiedOver21),
    mayUndo: by === actor.userId && at !== null && at > since,
  }));
}

const storedLicense = sql`from ${customerPhotos} ph where ph.user_id = ${customerProfiles.userId}
  and ph.kind = 'license' and ph.state = 'kept'`;
const isComplete = sql`(${customerProfiles.birthDate} is not null and ${customerProfiles.licenseIdHash} is not null
  and exists (select ${storedLicense}))`;

/**
 * An array, so that the query reads these few people by their ids, combined with the index of undecided ones. The
 * comparison reads one profile for each license photo in storage, which is deleted after some days; a join would read
 * all profiles.
 */
const hasNewPhoto = sql`${customerProfiles.userId} = any(array(
  select ph.user_id from ${customerPhotos} ph
  where ph.kind = 'license' and ph.state = 'kept' and ph.created_at > (
    select coalesce(owner.age_decided_at, '-infinity') from ${customerProfiles} owner
    where owner.user_id = ph.user_id and owner.is_verified_over21)))`;

const caseColumns = {
  isVerifiedOver21: customerProfiles.isVerifiedOver21,
  userId: customerProfiles.userId,
  name: customerProfiles.fullName,
  email: users.email,
  createdAt: customerProfiles.createdAt,
  birthDate: customerProfiles.birthDate,
  version: customerProfiles.version,
  hasLicense: sql<boolean>`${customerProfiles.licenseIdHash} is not null`,
  photoId: sql<string | null>`(select ph.id ${storedLicense})`,
};

const isActive = eq(customerProfiles.status, 'active');

/** Active accounts without a decision, and approved ones with a newer license photo. */
export function waitingCases(
  { filters: { find, proof } }: Pick<AgeQueueState, 'filters'>,
  found: FoundPeople | null = null,
): SQL | undefined {
  return and(
    or(and(isNull(customerProfiles.isVerifiedOver21), isActive), hasNewPhoto),
    isActive,
    find ? isFound(find, found) : undefined,
    proof === 'complete' ? isComplete : undefined,
    proof === 'missing' ? sql`not ${isComplete}` : undefined,
  );
}

export function selectCases(matching: SQL | undefined, { where, orderBy, limit, key }: KeysetQuery) {
  return database()
    .select({ ...caseColumns, key })
    .from(customerProfiles)
    .innerJoin(users, eq(users.id, customerProfiles.userId))
    .where(and(matching, where))
    .orderBy(...orderBy)
    .limit(limit);
}

type StoreDay = { zone: string; today: StoreDate; minimumAge: number };

async function storeDay(now: Temporal.Instant): Promise<StoreDay> {
  const { store, compliance } = await readSettings();
  return { zone: store.zone, today: storeDate(now, store.zone), minimumAge: compliance.minimumAge };
}

type Row = Pick<Awaited<ReturnType<typeof selectCases>>[number], keyof typeof caseColumns>;

function caseOf(row: Row, { zone, today, minimumAge }: StoreDay): AgeCase {
  const birth = row.birthDate === null ? null : parseDate(row.birthDate);
  return {
    userId: row.userId,
    name: row.name,
    email: row.email,
    joined: formatDate(storeDate(instantOf(row.createdAt), zone)),
    age: birth && ageOn(today, birth),
    isOfAge: isOfAge(birth, today, minimumAge),
    isNewPhoto: row.isVerifiedOver21 === true,
    version: row.version,
    photoId: row.photoId,
    missing: missingProof({
      birthDate: birth !== null,
      licenseId: row.hasLicense,
      licensePhoto: row.photoId !== null,
    }),
  };
}

async function othersWith(licenseIdHash: string | null, userId: string) {
  if (licenseIdHash === null) return [];
  return database()
    .select({ userId: customerProfiles.userId, name: customerProfiles.fullName })
    .from(customerProfiles)
    .where(and(eq(customerProfiles.licenseIdHash, licenseIdHash), ne(customerProfiles.userId, userId)))
    .limit(OTHERS_SHOWN);
}
