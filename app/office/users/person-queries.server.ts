/** Reads the page of a person at work: what they may do, hold and did. */
import { and, desc, eq, gt, gte, or, sql } from 'drizzle-orm';
import { hasPin } from '#core/accounts/identity/pins/tablet-queries.server.ts';
import { roleLabel } from '#core/accounts/identity/staff/role-change.ts';
import { heldRights } from '#core/ground/access/account-queries.server.ts';
import { type Actor, may, roleMay, worksHere } from '#core/ground/access/actor.ts';
import { permissionsInWords } from '#core/ground/access/permission-words.ts';
import {
  discountLimitWords,
  ordinaryRights,
  refundLimitWords,
  rightsAllow,
} from '#core/ground/access/rights.ts';
import { deviceOf } from '#core/ground/activity/device.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { actRow, daysBefore, measureWords, WEEK } from '#core/records/conduct/conduct.ts';
import { readWeekOf } from '#core/records/conduct/conduct-queries.server.ts';
import {
  hasWorked,
  readApprovals,
  readLeft,
  readWorkDays,
} from '#core/records/conduct/person-queries.server.ts';
import { hoursWords } from '#core/records/conduct/work-day.ts';
import { database } from '#db/client.ts';
import { drawerSessions } from '#db/schema/cash-desk.ts';
import { sessions, sharedTablets, userRoles } from '#db/schema/identity.ts';
import { waste } from '#db/schema/stock.ts';
import { formatNumber } from '#kernel/number.ts';
import type { Role } from '#kernel/statuses.ts';
import {
  asDate,
  formatDateTime,
  formatShortDay,
  formatTime,
  instantOf,
  parseDate,
  type StoreDate,
  startOfDay,
  storeDate,
} from '#kernel/time.ts';
import { recordsOf } from '#office/what-went-on/present-conduct.ts';
import { readHeld, readLeftOpen, readPerson } from './leaving-queries.server.ts';

const DRAWERS_SHOWN = 10;
const WITNESSED_DAYS = 30;

/** null for people who may not manage users, and for someone who never worked here. */
export async function readPersonAtWork(actor: Actor, userId: string) {
  const person = await readPerson(actor, userId);
  if (!person || actor.kind !== 'user') return null;
  const isHere = worksHere(person.role);
  if (!isHere && !(await hasWorked(userId))) return null;
  const { today, zone } = await storeClock();
  const [rights, left, held, leftOpen, week, shifts, drawers, approvals, witnessed, devices, pin] =
    await Promise.all([
      readRights(person),
      isHere ? null : readLeft(actor, userId, zone),
      readHeld(userId),
      readLeftOpen(userId),
      readWeek(actor, person, today, zone),
      readShifts(actor, userId, today, zone),
      readDrawers(actor, userId, zone),
      readApprovals(actor, userId, today, zone),
      readWitnessed(userId, today, zone),
      readDevices(userId, zone),
      hasPin(userId),
    ]);
  return {
    ...{ id: person.id, name: person.name, email: person.email, isBanned: person.isBanned },
    ...{
      role: roleLabel[person.role],
      isStaff: person.role === 'staff',
      isHere,
      isOwn: actor.userId === person.id,
    },
    ...{ rights, left, held, leftOpen, week, shifts, drawers, approvals, witnessed, devices, hasPin: pin },
  };
}

export type PersonAtWork = NonNullable<Awaited<ReturnType<typeof readPersonAtWork>>>;

async function readRights({ id, role }: { id: string; role: Role }): Promise<string[]> {
  if (role !== 'staff') return permissionsInWords((permission) => roleMay(role, permission));
  const [row] = await database()
    .select({ rights: heldRights })
    .from(userRoles)
    .where(eq(userRoles.userId, id));
  const rights = row?.rights ?? ordinaryRights;
  return [
    ...permissionsInWords((permission) => rightsAllow(rights, permission)),
    `Refunds: ${refundLimitWords(rights.refundLimit).toLowerCase()}`,
    `Discounts of products: ${discountLimitWords(rights.discountLimit).toLowerCase()}`,
  ];
}

async function readWeek(
  actor: Actor,
  { id, email }: { id: string; email: string },
  today: StoreDate,
  zone: string,
) {
  const week = await readWeekOf(actor, id, today, zone);
  const from = daysBefore(today.toString(), WEEK);
  return (week ?? []).map(({ kind, count, value, usual, isUnusual }) => ({
    ...{ kind, label: actRow(kind).label, count: formatNumber(count) },
    mark: isUnusual ? 'Stands out' : null,
    value: actRow(kind).measure === 'count' ? '' : measureWords(kind, value),
    usual: measureWords(kind, usual),
    to: recordsOf(email, kind, from, today.toString()),
  }));
}

async function readShifts(actor: Actor, userId: string, today: StoreDate, zone: string) {
  const days = await readWorkDays(actor, userId, today, zone);
  return days.map(({ day, first, last, acts, signIns, takeOvers }) => ({
    ...{ day, label: formatShortDay(parseDate(day) ?? today), acts: formatNumber(acts) },
    ...{ from: formatTime(first, zone), until: formatTime(last, zone), hours: hoursWords(first, last) },
    ...{ signIns: formatNumber(signIns), takeOvers: formatNumber(takeOvers) },
  }));
}

/** Over and short only for those who may see it. */
async function readDrawers(actor: Actor, userId: string, zone: string) {
  const rows = await database()
    .select()
    .from(drawerSessions)
    .where(
      or(
        eq(drawerSessions.holderId, userId),
        eq(drawerSessions.openedBy, userId),
        eq(drawerSessions.closedBy, userId),
      ),
    )
    .orderBy(desc(drawerSessions.openedAt), desc(drawerSessions.id))
    .limit(DRAWERS_SHOWN);
  const at = (date: Date) => formatDateTime(instantOf(date), zone);
  return rows.map(({ id, number, holderId, holderName, openedAt, closedAt, closedByName, ...row }) => ({
    ...{ id, number, holder: holderId === userId ? null : holderName },
    ...{ opened: at(openedAt), closed: closedAt && at(closedAt), closedBy: closedByName },
    day: storeDate(instantOf(closedAt ?? openedAt), zone).toString(),
    variance:
      may(actor, 'cash.report') && row.counted !== null && row.expected !== null
        ? row.counted - row.expected
        : null,
  }));
}

/** Waste of colleagues that they saw, newest first. */
async function readWitnessed(userId: string, today: StoreDate, zone: string) {
  const from = asDate(startOfDay(today.subtract({ days: WITNESSED_DAYS - 1 }), zone));
  const rows = await database()
    .select({ number: waste.number, by: waste.recordedByName, createdAt: waste.createdAt })
    .from(waste)
    .where(and(or(eq(waste.witnessId, userId), eq(waste.secondId, userId)), gte(waste.createdAt, from)))
    .orderBy(desc(waste.createdAt))
    .limit(DRAWERS_SHOWN);
  return rows.map(({ number, by, createdAt }) => ({
    ...{ number, by, at: formatDateTime(instantOf(createdAt), zone) },
  }));
}

/** Open sessions, last used first; those by PIN name the tablet. */
async function readDevices(userId: string, zone: string) {
  const rows = await database()
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      tablet: sharedTablets.name,
      lastUsedAt: sessions.updatedAt,
    })
    .from(sessions)
    .leftJoin(sharedTablets, eq(sharedTablets.id, sessions.tabletId))
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.updatedAt), desc(sessions.id));
  return rows.map(({ id, userAgent, tablet, lastUsedAt }) => ({
    ...{ id, device: tablet ? `${tablet}, by PIN` : deviceOf(userAgent).name },
    lastUsed: formatDateTime(instantOf(lastUsedAt), zone),
  }));
}
