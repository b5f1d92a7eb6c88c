/** The page of a person at work: what it shows, who may see it, and what the form that ends their work answers. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { openDrawer } from '#core/sales/cash-desk/open-drawer.server.ts';
import { startPacking } from '#core/sales/orders/packing/start-packing.server.ts';
import { auditLog } from '#db/schema/audit.ts';
import { counterTablets, drawerSessions } from '#db/schema/cash-desk.ts';
import { userRoles } from '#db/schema/identity.ts';
import { asDate, storeDate, systemClock } from '#kernel/time.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { anOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { answerLeaving } from './answer-leaving.server.ts';
import { readLeaving } from './leaving-queries.server.ts';
import { readPersonAtWork } from './person-queries.server.ts';

const ZONE = 'America/New_York';
const fresh = freshShop(afterAll);
let ada: SignedIn;
let sam: SignedIn;
beforeAll(async () => {
  ada = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  sam = await aPerson(fresh.db, { role: 'staff', name: 'Sam Field' });
});

const entry = (who: SignedIn, action: string, at: Temporal.Instant, after: object = {}) => ({
  ...{ actorId: who.userId, actorName: who.name, action, after, createdAt: asDate(at) },
  ...{ subjectType: 'order', subjectId: 'x' },
});
const today = storeDate(systemClock(), ZONE);
const at = (daysAgo: number, time: string) =>
  today.subtract({ days: daysAgo }).toZonedDateTime({ timeZone: ZONE, plainTime: time }).toInstant();
const pageOf = async (who: SignedIn, by = ada) =>
  (await readPersonAtWork(by, who.userId)) ?? expect.fail('no page');

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

describe('the page of a person at work', () => {
  test('is for those who manage users, about people who work or worked here', async () => {
    const customer = await aPerson(fresh.db);
    for (const [by, userId] of [
      [sam, sam.userId],
      [customer, sam.userId],
      [ada, customer.userId],
      [ada, randomUUID()],
      [ada, 'x'],
    ] as const) {
      expect(await readPersonAtWork(by, userId)).toBeNull();
      expect(await readLeaving(by, userId)).toBeNull();
    }
    const former = await aPerson(fresh.db);
    await fresh.db.insert(auditLog).values(entry(former, 'order.refunded', systemClock()));
    expect(await pageOf(former)).toMatchObject({ isHere: false, rights: [], left: null });
    expect(await readLeaving(ada, former.userId)).toBeNull();
  });

  test('shows days from the first to the last act, with sign-ins and tablets taken over', async () => {
    const who = await aPerson(fresh.db, { role: 'staff' });
    await fresh.db
      .insert(auditLog)
      .values([
        entry(who, 'staff.signed-in', at(2, '08:55')),
        entry(who, 'order.handed-over', at(2, '12:00')),
        entry(who, 'tablet.taken-over', at(2, '17:05')),
        entry(who, 'order.handed-over', at(3, '23:59:59')),
        entry(who, 'order.handed-over', at(14, '12:00')),
        { ...entry(who, 'product.edited', at(1, '12:00')), batchId: randomUUID() },
      ]);
    const { shifts } = await pageOf(who);
    expect(
      shifts.map(({ from, until, acts, signIns, takeOvers }) => [from, until, acts, signIns, takeOvers]),
    ).toEqual([
      ['8:55 AM', '5:05 PM', '3', '1', '1'],
      ['11:59 PM', '11:59 PM', '1', '0', '0'],
    ]);
  });

  test('adds up each kind of their week beside what is usual, and leads to the entries', async () => {
    const who = await aPerson(fresh.db, { role: 'staff' });
    const other = await aPerson(fresh.db, { role: 'staff' });
    const refund = { refundInCents: 1_000 };
    await fresh.db.insert(auditLog).values([
      ...[1, 2].flatMap((day) => [6, 7].map(() => entry(who, 'order.refunded', at(day, '12:00'), refund))),
      entry(who, 'order.refunded', at(7, '12:00'), refund),
      // The refund of a wrong price: an admin decided it.
      entry(who, 'order.refunded', at(1, '13:00'), { ...refund, decidedBy: ada.name }),
      ...[8, 9, 10, 11, 12, 13].map((day) => entry(other, 'order.refunded', at(day, '12:00'), refund)),
    ]);
    const { week } = await pageOf(who);
    expect(week.map(({ label, count, value }) => [label, count, value])).toEqual([
      ['Refunds', '4', '$40.00'],
    ]);
    expect(week[0]?.to).toContain(new URLSearchParams({ who: who.email }).toString());
  });

  test('names what they said yes to for colleagues', async () => {
    await fresh.db
      .insert(auditLog)
      .values(entry(ada, 'order.refunded', systemClock(), { askedBy: 'Sam Field' }));
    expect((await pageOf(ada)).approvals).toMatchObject([{ what: 'Refund recorded', askedBy: 'Sam Field' }]);
    await fresh.db
      .insert(auditLog)
      .values(entry(sam, 'order.refunded', systemClock(), { decidedBy: ada.name }));
    expect((await pageOf(sam)).approvals).toEqual([]);
  });

  test('shows open work, work that a tablet has not sent, and drawers with over and short', async () => {
    const who = await aPerson(fresh.db, { role: 'staff', name: 'Wren Till' });
    await openDrawer(who, { key: randomUUID(), amount: 5_000, pieces: null });
    const number = await anOrder(await aPerson(fresh.db), [[await aProduct(fresh.db, { limitMg: 1 }), 1]]);
    await startPacking(who, { orderId: number, takeOver: false });
    await fresh.db.insert(counterTablets).values({
      ...{ name: 'Front', userId: who.userId, person: who.name, unsent: 3, setAside: 1 },
      ...{ handsOver: true, seenAt: new Date() },
    });
    const { held, leftOpen, drawers } = await pageOf(who);
    expect(held.map(({ title, things }) => [title, things.map(({ name }) => name)])).toEqual([
      ['Open drawer', [expect.stringMatching(/^Drawer \d+$/)]],
      ['Order they are packing', [number]],
    ]);
    expect(leftOpen).toEqual({
      unsent: [{ id: expect.any(String), tablet: 'Front', acts: 2 }],
      notAccepted: 0,
      waste: 0,
    });
    expect(drawers).toMatchObject([{ closed: null, variance: null, holder: null }]);
    const { colleagues } = (await readLeaving(ada, who.userId)) ?? expect.fail();
    expect(colleagues.map(({ name }) => name)).toEqual(expect.arrayContaining(['Ada Owner', 'Sam Field']));
    expect(colleagues.map(({ name }) => name)).not.toContain('Wren Till');
    await fresh.db.delete(counterTablets).where(eq(counterTablets.userId, who.userId));

    // The form: a refusal with its field, then done, then pressed again.
    const refused = await answerLeaving(ada, who.userId, formOf({}));
    expect(refused).toMatchObject({ status: 409, refusal: { errors: { drawerTo: [expect.any(String)] } } });
    expect(await answerLeaving(ada, who.userId, formOf({ tokens: 'all' }))).toMatchObject({ status: 400 });
    for (const words of ['no%20longer%20works', 'no%20longer%20works']) {
      const done = await answerLeaving(ada, who.userId, formOf({ drawerTo: sam.userId }));
      if (!(done instanceof Response)) throw new Error(JSON.stringify(done));
      expect(done.headers.get('Location')).toBe(`/admin/users/${who.userId}`);
      expect(done.headers.get('Set-Cookie')).toContain(words);
    }
    const [drawer] = await fresh.db.select().from(drawerSessions);
    expect(drawer).toMatchObject({ holderId: sam.userId, closedAt: null });
    expect(await pageOf(who)).toMatchObject({
      ...{ isHere: false, held: [], hasPin: false, devices: [] },
      left: { by: 'Ada Owner', role: 'Staff' },
      drawers: [{ closed: null, holder: 'Sam Field' }],
    });
    // Back at work: the page is as for anyone.
    await fresh.db.update(userRoles).set({ role: 'staff' }).where(eq(userRoles.userId, who.userId));
    expect(await pageOf(who)).toMatchObject({ isHere: true, left: null });
  });
});
