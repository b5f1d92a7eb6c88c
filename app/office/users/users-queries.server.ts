/** Loads the list of users, and the details of one. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { decisionLabel, decisionOf } from '#core/accounts/customers/age-decision.ts';
import { licenseObstacle, licenseStatus } from '#core/accounts/customers/age-verification.ts';
import { peopleKeyset } from '#core/accounts/customers/list/customers-queries.server.ts';
import { joinedText } from '#core/accounts/customers/list/joined.ts';
import {
  countProfiles,
  type FoundPeople,
  findPeople,
  isFound,
} from '#core/accounts/customers/people-search-queries.server.ts';
import { hasPin } from '#core/accounts/identity/pins/tablet-queries.server.ts';
import { heldRights } from '#core/ground/access/account-queries.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { type ActivityLine, readActivityOf } from '#core/ground/activity/activity-queries.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { type KeysetPage, type KeysetQuery, readKeysetPage } from '#db/keyset.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { sessions, userRoles, users } from '#db/schema/identity.ts';
import { isUuid } from '#kernel/ids.ts';
import type { Counted } from '#kernel/list-state.ts';
import type { Role } from '#kernel/statuses.ts';
import { formatDateTime, instantOf, type StoreDate, storeDate, systemClock } from '#kernel/time.ts';
import type { UserListState, UserRow } from './user-list.ts';

const USERS_ON_A_PAGE = 25;
/** Specification section 9. */
const RECENT_ACTIVITY = 10;

export type UsersPage = KeysetPage<UserRow> & { counted: Counted };

/** null for users who may not give rights. Who is no admin gets the people at work. */
export async function readUsers(actor: Actor, state: UserListState, zone: string): Promise<UsersPage | null> {
  if (!may(actor, 'staff.rights')) return null;
  const [found, on] = await Promise.all([findPeople(state.filters.find), storeDay(zone)]);
  const matching = and(usersOf(state, found), may(actor, 'users.manage') ? undefined : atWork);
  const [page, counted] = await Promise.all([
    readKeysetPage(peopleKeyset(state.sort), state.position, USERS_ON_A_PAGE, (query) =>
      selectUsers(matching, query),
    ),
    countProfiles(matching, found),
  ]);
  return { ...page, rows: page.rows.map((row) => rowOf(row, on)), counted };
}

export type UserDetails = UserRow & {
  joined: string;
  age: string;
  banReason: string | null;
  points: number;
  activity: ActivityLine[];
  /** A PIN for shared tablets at the counter. */
  hasPin: boolean;
};

/** null for users who may not manage users, and for a user that does not exist. */
export async function readUserDetails(
  actor: Actor,
  userId: string,
  zone: string,
): Promise<UserDetails | null> {
  if (!may(actor, 'users.manage') || !isUuid(userId)) return null;
  const [row] = await selectUsers(eq(customerProfiles.userId, userId), {
    where: undefined,
    orderBy: [sql`1`],
    limit: 1,
    key: sql<string[]>`array[]::text[]`.as('key') as unknown as SQL<string[]>,
  });
  if (!row) return null;
  return {
    ...rowOf(row, await storeDay(zone)),
    joined: joinedText(row.createdAt, zone),
    age: decisionLabel[decisionOf(row.isVerifiedOver21)],
    banReason: row.banReason,
    points: row.points,
    hasPin: await hasPin(userId),
    activity: await readActivityOf(actor, userId, { zone, limit: RECENT_ACTIVITY }),
  };
}

const byRole: Readonly<Record<string, SQL>> = {
  admin: sql`${customerProfiles.userId} in (select r.user_id from ${userRoles} r where r.role = 'admin')`,
  staff: sql`${customerProfiles.userId} in (select r.user_id from ${userRoles} r where r.role = 'staff')`,
  // A user without a row is a customer.
  user: sql`not exists (select from ${userRoles} r where r.user_id = ${customerProfiles.userId} and r.role <> 'user')`,
};

const atWork = sql`${customerProfiles.userId} in (select r.user_id from ${userRoles} r where r.role <> 'user')`;

const byLicense: Readonly<Record<string, SQL | undefined>> = {
  verified: and(
    sql`${customerProfiles.licenseIdHash} is not null`,
    eq(customerProfiles.licenseVerified, true),
  ),
  pending: and(
    sql`${customerProfiles.licenseIdHash} is not null`,
    eq(customerProfiles.licenseVerified, false),
    sql`${customerProfiles.isVerifiedOver21} is not false`,
  ),
  rejected: and(
    sql`${customerProfiles.licenseIdHash} is not null`,
    eq(customerProfiles.licenseVerified, false),
    eq(customerProfiles.isVerifiedOver21, false),
  ),
  none: isNull(customerProfiles.licenseIdHash),
};

export function usersOf(
  { filters: { find, role, license } }: UserListState,
  found: FoundPeople | null = null,
): SQL | undefined {
  return and(
    eq(customerProfiles.status, 'active'),
    find ? isFound(find, found) : undefined,
    role ? byRole[role] : undefined,
    license ? byLicense[license] : undefined,
  );
}

/** The last sign-in, or the last use of an open session, whichever is later. */
const lastActivity = sql<string | null>`greatest(${customerProfiles.lastActiveAt},
  (select max(s.updated_at) from ${sessions} s where s.user_id = ${customerProfiles.userId}))`;

export function selectUsers(matching: SQL | undefined, { where, orderBy, limit, key }: KeysetQuery) {
  return database()
    .select({
      id: customerProfiles.userId,
      name: customerProfiles.fullName,
      email: users.email,
      role: sql<Role>`coalesce(${userRoles.role}, 'user')`,
      rights: heldRights,
      hasLicense: sql<boolean>`${customerProfiles.licenseIdHash} is not null`,
      licenseVerified: customerProfiles.licenseVerified,
      birthDate: customerProfiles.birthDate,
      lastActivity,
      isBanned: customerProfiles.isBanned,
      banReason: customerProfiles.banReason,
      isVerifiedOver21: customerProfiles.isVerifiedOver21,
      points: customerProfiles.loyaltyPoints,
      createdAt: customerProfiles.createdAt,
      key,
    })
    .from(customerProfiles)
    .innerJoin(users, eq(users.id, customerProfiles.userId))
    .leftJoin(userRoles, eq(userRoles.userId, customerProfiles.userId))
    .where(and(matching, where))
    .orderBy(...orderBy)
    .limit(limit);
}

type StoreDay = { zone: string; today: StoreDate; minimumAge: number };

/** The condition for being of age today. */
async function storeDay(zone: string): Promise<StoreDay> {
  const { compliance } = await readSettings();
  return { zone, today: storeDate(systemClock(), zone), minimumAge: compliance.minimumAge };
}

function rowOf(
  row: Omit<Awaited<ReturnType<typeof selectUsers>>[number], 'key'>,
  { zone, today, minimumAge }: StoreDay,
): UserRow {
  const { id, name, email, role, rights, isBanned, isVerifiedOver21 } = row;
  const license = licenseStatus({
    onFile: row.hasLicense,
    isVerified: row.licenseVerified,
    isVerifiedOver21,
  });
  const obstacle = licenseObstacle(row, today, minimumAge);
  return {
    id,
    name,
    email,
    role,
    rights,
    isBanned,
    license,
    canVerify: license === 'Pending' && obstacle === null,
    isUnderAge: obstacle === 'under-age',
    lastActivity: row.lastActivity ? formatDateTime(instantOf(new Date(row.lastActivity)), zone) : 'Never',
  };
}
