/** Dates that matter: done, repeated, and reminded once, even for concurrent and repeated runs. */
import { and, asc, eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { auditLog } from '#db/schema/audit.ts';
import { dateReminders, storeDates } from '#db/schema/dates.ts';
import { events } from '#db/schema/events.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { notifications } from '#db/schema/notifications.ts';
import { readDueDates, readStoreDates } from '#office/store-dates/store-dates-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { notifyOfDate } from './emails/date-notification.server.tsx';
import { remindOfDates } from './remind-of-dates.server.ts';
import {
  addStoreDate,
  changeStoreDate,
  finishStoreDate,
  removeStoreDate,
  reopenStoreDate,
} from './save-store-date.server.ts';
import type { StoreDateInput } from './store-date-form.ts';

let fresh: FreshDatabase;
let admin: SignedIn;
beforeAll(async () => {
  fresh = await freshDatabase();
  admin = await aPerson(fresh.db, { role: 'admin' });
});
beforeEach(() => fresh.db.delete(storeDates));
afterAll(() => fresh.stop());

const input: StoreDateInput = {
  title: 'Renew the license',
  dueOn: '2028-02-29',
  repeat: 'yearly',
  reminderDays: [30, 7],
  note: 'Form 12',
};
/** Noon at the store on that day. */
const noon = (day: string) => Temporal.ZonedDateTime.from(`${day}T12:00[America/New_York]`).toInstant();
const all = () => fresh.db.select().from(storeDates).orderBy(asc(storeDates.dueOn));
const dueEvents = (dateId: string) =>
  fresh.db
    .select()
    .from(events)
    .where(eq(events.kind, 'date-due'))
    .then((rows) => rows.filter(({ payload }) => (payload as { dateId?: string }).dateId === dateId));
async function aDate(wanted: Partial<StoreDateInput> = {}): Promise<string> {
  const made = await addStoreDate(admin, { ...input, ...wanted });
  if (!made.ok) throw new Error(made.problem.kind);
  return made.value.id;
}

test('finishing a repeating date adds the next one once, and reopening it removes that one again', async () => {
  const id = await aDate();
  await Promise.all([1, 2, 3].map(() => finishStoreDate(admin, id)));
  expect((await all()).map(({ dueOn, doneAt }) => [dueOn, doneAt !== null])).toEqual([
    ['2028-02-29', true],
    ['2029-02-28', false],
  ]);
  const [, next] = await all();
  for (let year = 2029; year < 2032; year++) {
    const open = (await all()).find(({ doneAt }) => doneAt === null);
    await finishStoreDate(admin, open?.id ?? '');
  }
  expect((await all()).at(-1)?.dueOn).toBe('2032-02-29');
  await reopenStoreDate(admin, id);
  // The date that followed it has been edited since, so it stays.
  expect((await all()).some((row) => row.id === next?.id)).toBe(true);
  const [last] = (await all()).filter(({ doneAt, dueOn }) => doneAt !== null && dueOn === '2031-02-28');
  await reopenStoreDate(admin, last?.id ?? '');
  expect((await all()).map(({ dueOn }) => dueOn)).not.toContain('2032-02-29');
});

test('each reminder goes to every admin once, from several workers too, and late ones become one', async () => {
  const other = await aPerson(fresh.db, { role: 'admin' });
  const staff = await aPerson(fresh.db, { role: 'staff' });
  const id = await aDate({ repeat: 'never' });
  await remindOfDates(noon('2028-01-29'));
  expect(await dueEvents(id)).toEqual([]);
  await Promise.all(Array.from({ length: 4 }, () => remindOfDates(noon('2028-01-30'))));
  await remindOfDates(noon('2028-01-31'));
  expect(await dueEvents(id)).toHaveLength(2);
  const late = await aDate({ title: 'Entered late', repeat: 'never' });
  await remindOfDates(noon('2028-02-27'));
  expect(await dueEvents(id)).toHaveLength(4);
  expect(await dueEvents(late)).toHaveLength(2);
  expect(await fresh.db.select().from(dateReminders).where(eq(dateReminders.dateId, late))).toHaveLength(2);

  for (const { id: eventId, payload } of await dueEvents(late)) {
    const event = payload as { userId: string; dateId: string; dueOn: string };
    for (let times = 0; times < 3; times++) await notifyOfDate(eventId, event);
  }
  for (const { userId, email } of [admin, other]) {
    const mails = await fresh.db.select().from(mailMessages).where(eq(mailMessages.recipient, email));
    expect(mails.map(({ subject }) => subject)).toEqual(['A date that matters: Feb 29, 2028']);
    const [bell] = await fresh.db.select().from(notifications).where(eq(notifications.userId, userId));
    expect(bell).toMatchObject({ path: '/admin/settings/dates', type: 'account' });
  }
  expect(await fresh.db.select().from(mailMessages).where(eq(mailMessages.recipient, staff.email))).toEqual(
    [],
  );
});

test('a reminder is due by the store’s day, not by the machine’s', async () => {
  const id = await aDate({ reminderDays: [0] });
  await remindOfDates(Temporal.Instant.from('2028-02-29T04:59:00Z'));
  expect(await dueEvents(id)).toEqual([]);
  await remindOfDates(Temporal.Instant.from('2028-02-29T05:00:00Z'));
  expect((await dueEvents(id)).length).toBeGreaterThan(0);
});

test('a date finished or moved before the mail is written sends no mail', async () => {
  const id = await aDate({ repeat: 'never' });
  await remindOfDates(noon('2028-02-27'));
  const [event] = await dueEvents(id);
  const before = await fresh.db.select({ id: mailMessages.id }).from(mailMessages);
  await finishStoreDate(admin, id);
  await notifyOfDate(event?.id ?? '', event?.payload as never);
  expect(await fresh.db.select({ id: mailMessages.id }).from(mailMessages)).toHaveLength(before.length);
});

test('a stale change is refused, near and overdue dates are due, and only admins change dates', async () => {
  const id = await aDate();
  expect(await changeStoreDate(admin, id, { ...input, dueOn: '2028-03-01' }, 0)).toMatchObject({ ok: true });
  expect(await changeStoreDate(admin, id, input, 0)).toEqual({ ok: false, problem: { kind: 'stale' } });
  const due = async (today: string) =>
    (await readDueDates(admin, Temporal.PlainDate.from(today))).map(({ away, isOverdue }) => [
      away,
      isOverdue,
    ]);
  expect(await due('2028-01-30')).toEqual([]);
  expect(await due('2028-02-23')).toEqual([['in 7 days', false]]);
  expect(await due('2028-03-03')).toEqual([['2 days ago', true]]);
  const staff = await aPerson(fresh.db, { role: 'staff' });
  const refused = { ok: false, problem: { kind: 'not-allowed' } };
  expect(await addStoreDate(staff, input)).toEqual(refused);
  expect(await finishStoreDate(staff, id)).toEqual(refused);
  expect(await removeStoreDate(staff, id)).toEqual(refused);
  expect(await readStoreDates(staff, Temporal.PlainDate.from('2028-01-01'))).toBeNull();
  expect(await removeStoreDate(admin, id)).toEqual({ ok: true, value: null });
  expect(await finishStoreDate(admin, id)).toEqual({ ok: false, problem: { kind: 'not-found' } });
  const audited = await fresh.db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.subjectType, 'setting'), eq(auditLog.subjectId, `date:${id}`)));
  expect(audited.map(({ action }) => action).sort()).toEqual(['date.added', 'date.changed', 'date.removed']);
});
