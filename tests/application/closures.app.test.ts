/**
 * A storm without scripts, over real HTTP and a real mail server: the owner closes tomorrow, a customer moves by the link
 * in the mail without signing in, guests read why, and the owner opens again.
 */
import { eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLog } from '#db/schema/audit.ts';
import { closurePeople, closures } from '#db/schema/closures.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { orders } from '#db/schema/orders.ts';
import { systemClock } from '#kernel/time.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aMug, anOrder } from '#tests/support/orders.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';
import { aSlot, openShop } from '#tests/support/shop.ts';
import { openSmtpPeer, type SmtpPeer } from '#tests/support/smtp-peer.ts';

const PATIENCE = { timeout: 30_000, interval: 100 };
const REASON = 'Snowstorm. The farm is closed tomorrow.';

let fresh: FreshDatabase;
let peer: SmtpPeer;
let app: Application;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  peer = await openSmtpPeer();
  await peer.be('willing');
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url, SMTP_URL: peer.url });
}, 60_000);
afterAll(async () => {
  expect(await checkInvariants(fresh.db)).toEqual([]);
  await app?.stop();
  await peer?.be('away');
  await fresh?.stop();
});

const page = async (path: string, cookie = '', accept = 'text/html') => {
  const answer = await fetch(new URL(path, app.origin), { headers: { cookie, accept }, redirect: 'manual' });
  return { status: answer.status, html: await answer.text() };
};
const mailsTo = (email: string) =>
  fresh.db
    .select()
    .from(mailMessages)
    .where(sql`${mailMessages.recipient} = ${email} and ${mailMessages.html} like '%/new-time/%'`)
    .orderBy(mailMessages.createdAt);

test('a storm closes a day, a customer moves by the email’s button, and staff undo the closure', {
  timeout: 120_000,
}, async () => {
  const slot = aSlot();
  const day = Temporal.Instant.from(slot).toZonedDateTimeISO('America/New_York').toPlainDate().toString();
  const customer = await aPerson(fresh.db, { name: 'Juniper Vale' });
  const stranger = await aPerson(fresh.db);
  const order = await anOrder(customer, [[await aMug(fresh.db), 1]], slot, systemClock());
  const owner = await signedIn(fresh.db, await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' }));

  const before = await page('/about');
  expect(before.html).not.toContain(REASON);
  // An empty form lists its problems, each with a link to its field, also without scripts.
  const empty = await page('/admin/closures/new?review=yes&first=&last=&kind=closed&reason=', owner);
  for (const field of ['first', 'last', 'reason']) {
    expect(empty.html).toContain(`href="#${field}"`);
    expect(empty.html).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"`));
  }
  // The review names the order, and saves nothing.
  const query = new URLSearchParams({ review: 'yes', first: day, last: day, kind: 'closed', reason: REASON });
  const review = await page(`/admin/closures/new?${query}`, owner);
  expect(review.html).toContain('1 order is outside the new hours');
  expect(review.html).toContain(order);
  expect(review.html).toContain('Juniper Vale');
  expect(await fresh.db.select().from(closures)).toEqual([]);
  const version = /name="version" value="(\d+)"/.exec(review.html)?.[1] ?? '';
  const fields = { first: day, last: day, kind: 'closed', reason: REASON, version, notify: 'yes' };

  const saved = await postForm(app, '/admin/closures/new', fields, { cookie: owner });
  expect(saved.status).toBe(302);
  const record = saved.headers.get('location') ?? '';
  // The other admin, who read the same review, gets a message.
  const other = await signedIn(fresh.db, await aPerson(fresh.db, { role: 'admin' }));
  const late = await postForm(app, '/admin/closures/new', { ...fields, reason: 'Snow.' }, { cookie: other });
  expect(late.status).toBe(409);
  expect(await late.text()).toContain('Someone else saved changes. Review them first.');

  // Guests see why on a cached page and beside the pickup times, and the customer on the order.
  await expect.poll(async () => (await page('/about')).html, PATIENCE).toContain(REASON);
  expect((await page('/checkout', 'cart=1:1.')).html).toContain(REASON);
  const own = await page(`/orders/${order}`, await signedIn(fresh.db, customer));
  expect(own.html).toContain('We are closed at your pickup time.');
  expect(own.html).toContain('/new-time/');

  // The mail server took the order's mail, and this one.
  await expect.poll(() => peer.taken.filter((to) => to === customer.email).length, PATIENCE).toBe(2);
  expect(await mailsTo(customer.email)).toHaveLength(1);
  const [mail] = await mailsTo(customer.email);
  const links = [...(mail?.text.matchAll(/https?:\/\/\S+\/new-time\/[^\s>)\]]+/g) ?? [])].map(
    ([link]) => new URL(link),
  );
  const button = links.find(({ search }) => search !== '');
  if (!button) throw new Error('no button');
  // A program that checks mail follows the link: nothing changes.
  const opened = await page(button.pathname + button.search);
  expect(opened.status).toBe(200);
  expect(opened.html).toContain('Move to');
  expect(opened.html).not.toContain('Juniper');
  const stored = async () => (await fresh.db.select().from(orders).where(eq(orders.orderId, order)))[0];
  expect((await stored())?.pickupStartsAt).toEqual(new Date(slot));

  const wanted = button.searchParams.get('slot') ?? '';
  const press = { order, slot: wanted };
  expect((await postForm(app, `${button.pathname}x`, press)).status).toBe(404);
  expect((await postForm(app, button.pathname, { order: 'ORD999', slot: wanted })).status).toBe(404);
  const moved = await postForm(app, button.pathname, press);
  expect(moved.status).toBe(200);
  expect(await moved.text()).toContain('Your pickup is');
  expect((await stored())?.pickupStartsAt).toEqual(new Date(wanted));
  expect((await page(record, owner)).html).toContain('New time');

  // Staff who call request the number, and the audit log records whose they saw; the order's page never shows it.
  const whole = '(607) 555-0188';
  await fresh.db
    .update(customerProfiles)
    .set({ phone: whole })
    .where(eq(customerProfiles.userId, customer.userId));
  for (const path of [record, `/admin/orders/${order}`]) {
    const { html } = await page(path, owner);
    expect(html).toContain('•••88');
    expect(html).not.toContain(whole);
  }
  const [person] = await fresh.db.select().from(closurePeople);
  const asked = { intent: 'phones', numbers: String(person?.number) };
  const shown = await postForm(app, record, asked, { cookie: owner });
  expect(await shown.text()).toContain(`href="tel:6075550188"`);
  const looks = await fresh.db.select().from(auditLog).where(eq(auditLog.action, 'closure.phones-shown'));
  expect(looks).toMatchObject([{ after: { people: [customer.userId] } }]);

  const undone = await postForm(app, record, { intent: 'undo' }, { cookie: owner });
  expect(undone.status).toBe(302);
  expect((await postForm(app, record, { intent: 'undo' }, { cookie: other })).status).toBe(409);
  await expect.poll(async () => (await mailsTo(customer.email)).length, PATIENCE).toBe(2);
  const [, again] = await mailsTo(customer.email);
  expect(again?.text).toContain('Take back');
  await expect.poll(async () => (await page('/about')).html, PATIENCE).not.toContain(REASON);
  expect((await postForm(app, button.pathname, { order, slot })).status).toBe(200);
  expect((await stored())?.pickupStartsAt).toEqual(new Date(slot));
  expect(await mailsTo(stranger.email)).toEqual([]);
});
