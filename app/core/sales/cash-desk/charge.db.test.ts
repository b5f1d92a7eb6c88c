/** Tests who is in charge: one person at a time, a history, and the report of the day. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { auditLog } from '#db/schema/audit.ts';
import { charges } from '#db/schema/cash-desk.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { parseDate } from '#kernel/time.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { NOW } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { readCashDay } from './cash-day-queries.server.ts';
import { cashDayRows } from './cash-day-rows.ts';
import { changeCharge } from './change-charge.server.ts';
import { readInCharge } from './charge-queries.server.ts';

let opened: FreshDatabase;
let ana: SignedIn;
let ben: SignedIn;
let owner: SignedIn;

beforeAll(async () => {
  opened = await freshDatabase();
  ana = await aPerson(opened.db, { role: 'staff', name: 'Ana Reyes' });
  ben = await aPerson(opened.db, { role: 'staff', name: 'Ben Ford' });
  owner = await aPerson(opened.db, { role: 'admin', name: 'Ora Owner' });
});
afterAll(() => opened.stop());
beforeEach(async () => {
  await opened.db.delete(charges);
});

const put = async (person: SignedIn | null, now = NOW, by = ana, seenId?: string | null) =>
  changeCharge(
    by,
    {
      key: randomUUID(),
      personId: person?.userId ?? null,
      seenId: seenId === undefined ? ((await readInCharge())?.id ?? null) : seenId,
    },
    now,
  );

test('a shift starts, is handed on and ends, and the day’s report and the audit log have it', async () => {
  expect(await put(ana)).toEqual({ ok: true, value: { changed: true } });
  expect(await put(ana)).toEqual({ ok: true, value: { changed: false } });
  expect(await put(ben, NOW.add({ hours: 4 }))).toMatchObject({ ok: true });
  expect(await readInCharge()).toMatchObject({ person: 'Ben Ford' });
  expect(await put(null, NOW.add({ hours: 8 }), ben)).toMatchObject({ ok: true });
  expect(await readInCharge()).toBeNull();
  const day = parseDate('2026-06-06');
  const report = day && (await readCashDay(owner, day, NOW));
  expect(report?.charges).toEqual([
    { person: 'Ana Reyes', since: 'Jun 6, 2026 12:00 PM', until: 'Jun 6, 2026 4:00 PM' },
    { person: 'Ben Ford', since: 'Jun 6, 2026 4:00 PM', until: 'Jun 6, 2026 8:00 PM' },
  ]);
  const rows = report ? cashDayRows(report).filter(({ section }) => section === 'In charge') : [];
  expect(rows.map(({ person, value }) => [person, value])).toEqual([
    ['Ana Reyes', null],
    ['Ben Ford', null],
  ]);
  const entries = await opened.db.select().from(auditLog).where(eq(auditLog.action, 'charge.changed'));
  expect(entries.map(({ before, after }) => [before, after])).toContainEqual([
    { inCharge: 'Ana Reyes' },
    { inCharge: 'Ben Ford' },
  ]);
});

test('a shift past midnight is in both days, and a day without one has none', async () => {
  await put(ana, NOW.add({ hours: 10 }));
  await put(null, NOW.add({ hours: 14 }));
  const chargesOn = async (date: string) => {
    const day = parseDate(date);
    return day ? (await readCashDay(owner, day, NOW))?.charges.length : null;
  };
  expect(await chargesOn('2026-06-05')).toBe(0);
  expect(await chargesOn('2026-06-06')).toBe(1);
  expect(await chargesOn('2026-06-07')).toBe(1);
  expect(await chargesOn('2026-06-08')).toBe(0);
});

test('of two people at once one wins, and the other reads who is in charge', async () => {
  const outcomes = await Promise.all([put(ana, NOW, ana, null), put(ben, NOW, ben, null)]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  const { person } = (await readInCharge()) ?? { person: '' };
  expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ problem: { kind: 'changed', person } });
  expect(await opened.db.$count(charges)).toBe(1);
});

test('the same form twice is one change', async () => {
  const form = { key: randomUUID(), personId: ana.userId, seenId: null };
  const both = await Promise.all([changeCharge(ana, form, NOW), changeCharge(ana, form, NOW)]);
  expect(both.map(({ ok }) => ok)).toEqual([true, true]);
  expect(await opened.db.$count(charges)).toBe(1);
});

test('refuses customers, guests, and a person who is banned or does not work here', async () => {
  const customer = await aPerson(opened.db);
  for (const actor of [guest, customer])
    expect(await changeCharge(actor, { key: randomUUID(), personId: null, seenId: null })).toMatchObject({
      problem: { kind: 'not-allowed' },
    });
  expect(await put(customer)).toMatchObject({ problem: { kind: 'not-here' } });
  const gone = await aPerson(opened.db, { role: 'staff' });
  await opened.db
    .update(customerProfiles)
    .set({ isBanned: true })
    .where(eq(customerProfiles.userId, gone.userId));
  expect(await put(gone)).toMatchObject({ problem: { kind: 'not-here' } });
});
