/**
 * Every kind of mail the shop writes, in one test: each is caused the way the shop causes it, for a person and a
 * product with the most hostile names possible, and read as stored for sending. A kind of event without a row here does
 * not compile.
 */
import { randomUUID } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountMail } from '#core/accounts/identity/accounts/request-account-mail.server.ts';
import { writeAccountMail } from '#core/accounts/identity/accounts/write-account-mail.server.tsx';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { type DomainEvent, eventSchema, subjectOf } from '#core/ground/events/event.ts';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { placeOrder } from '#core/sales/checkout/place-order.server.ts';
import { reserveProduct } from '#core/sales/checkout/reserve-product.server.ts';
import { tellClosure, tellOpenAgain } from '#core/sales/closures/tell-closure.server.ts';
import { undoClosure } from '#core/sales/closures/undo-closure.server.ts';
import { invalidateTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { createPromotion } from '#core/sales/promotions/save-promotion.server.ts';
import { sendPromotion } from '#core/sales/promotions/send-promotion.server.ts';
import { tellNext } from '#core/sales/promotions/tell-promotion.server.ts';
import { createRecall } from '#core/sales/recalls/save-recall.server.ts';
import { startRecall } from '#core/sales/recalls/start-recall.server.ts';
import { closures } from '#db/schema/closures.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { storeDates } from '#db/schema/dates.ts';
import { events } from '#db/schema/events.ts';
import { stockAlerts } from '#db/schema/favorites.ts';
import { signUps, userRoles } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { userPreferences } from '#db/schema/notifications.ts';
import { incidents } from '#db/schema/operations.ts';
import { orders, pickupReservations } from '#db/schema/orders.ts';
import { webhookEndpoints } from '#db/schema/webhooks.ts';
import { encrypt } from '#platform/secrets/secrets.ts';
import { reactToEvent } from '#server/run/worker.ts';
import { close } from '#tests/support/closures.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { openTestMail } from '#tests/support/mail.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { aCrowd } from '#tests/support/recall-crowd.ts';
import { aRecallOf } from '#tests/support/recalls.ts';
import { openPickup } from '#tests/support/shop.ts';

const ORIGIN = 'https://farm.example';
const PERSON = '<img src=x onerror=alert(1)>\r\nBcc: eve@example.com "A" & <b>B</b>';
const PRODUCT = 'Kestrel</td><script src=//evil.example/x></script>\r\nX-Evil: 1 & “Moon”';
const now = Temporal.Instant.from('2026-06-06T16:00:00Z');
const slot = '2026-06-06T18:00:00Z';

let opened: FreshDatabase;

beforeAll(async () => {
  opened = await freshDatabase();
  await openTestMail({ origin: ORIGIN });
  await openPickup(opened.db);
  await opened.db.insert(taxRules).values({ taxClass: '*', name: 'Tax <i>', rate: 1200, from: '2024-01-01' });
  invalidateTaxRules();
});
afterAll(() => opened.stop());

type Mail = typeof mailMessages.$inferSelect;

async function anOrder(person: SignedIn, productType: string) {
  const productId = await aProduct(opened.db, {
    name: PRODUCT,
    productType,
    ...(productType === 'cannabis'
      ? {}
      : { requiresId: false, taxClass: 'merchandise', limitCategory: null, limitMg: null }),
  });
  const placed = await placeOrder(
    person,
    {
      key: randomUUID(),
      lines: [{ productId, quantity: 2 }],
      reservationId: null,
      slotStartsAt: slot,
      birthDate: null,
      expectedTotal: null,
    },
    now,
  );
  if (!placed.ok) throw new Error(JSON.stringify(placed.problem));
  const [order] = await opened.db.select().from(orders).where(eq(orders.orderId, placed.value.orderId));
  if (!order) throw new Error('no order');
  return order;
}

async function aReservation(person: SignedIn): Promise<string> {
  const productId = await aProduct(opened.db, { name: PRODUCT });
  const made = await reserveProduct(person, { productId, quantity: 1, key: randomUUID() });
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  const [row] = await opened.db
    .select({ id: pickupReservations.id })
    .from(pickupReservations)
    .where(eq(pickupReservations.userId, person.userId));
  return row?.id ?? '';
}

/** A person waiting for a product that is back in stock. */
async function anAlert({ userId }: SignedIn): Promise<string> {
  const productId = await aProduct(opened.db, { name: PRODUCT });
  const [alert] = await opened.db
    .insert(stockAlerts)
    .values({ userId, productId, notifiedAt: new Date() })
    .returning({ id: stockAlerts.id });
  return alert?.id ?? '';
}

/** Removes the units of a person's reservations from every lot. */
const takeAway = (userId: string) =>
  opened.db.execute(sql`update reservation_lots set lot_id = null
    where reservation_id in (select id from pickup_reservations where user_id = ${userId})`);

/** Runs the shop's reactions to an event as its worker does. */
async function happen(payload: DomainEvent): Promise<void> {
  const [event] = await opened.db
    .insert(events)
    .values({ kind: payload.kind, subjectId: subjectOf(payload), payload })
    .returning({ id: events.id });
  await reactToEvent(event?.id ?? '');
}

async function mailTo(email: string): Promise<Mail | undefined> {
  const [mail] = await opened.db
    .select()
    .from(mailMessages)
    .where(eq(mailMessages.recipient, email))
    .orderBy(desc(mailMessages.createdAt))
    .limit(1);
  return mail;
}

type Cause = 'order' | 'short-order' | 'reservation' | 'short-reservation' | 'person' | 'alert';

/** The subject of an event, where its name does not start with it; null for events that notify no customer. */
const exceptions: Partial<Record<DomainEvent['kind'], Cause | null>> = {
  'order-packing': null,
  'order-running-late': null,
  'order-put-off': null,
  'order-note-changed': null,
  'order-pickup-name-changed': null,
  // Only while it is promised: tested in app/core/sales/price-corrections.
  'order-cash-owed': null,
  'order-short': 'short-order',
  'receipt-requested': 'order',
  'receipt-link-requested': null,
  'reservation-short': 'short-reservation',
  'security-changed': 'person',
  'back-in-stock': 'alert',
  // Its order was ready before: tested in app/core/sales/orders/packing/not-ready.db.test.ts.
  'order-not-ready': null,
  // Its order waits after its pickup time: tested in app/core/sales/orders/missed-pickups.
  'order-pickup-missed': null,
  // These start notifying people in separate jobs; their mails have tests below.
  promotion: null,
  recall: null,
  closure: null,
  'closure-undone': null,
  'age-decided': 'person',
  'date-due': 'person',
  'incident-opened': 'person',
  'incident-closed': 'person',
  'webhook-stopped': 'person',
  // Of a lot that the state holds: tested in app/core/goods/tracking/holds.
  'state-hold': null,
  'state-hold-ended': null,
  'connection-changed': 'person',
  'state-tasks-waiting': 'person',
  'stood-out': 'person',
  'license-verified': 'person',
};

function causeOf(kind: DomainEvent['kind']): Cause | null {
  const exception = exceptions[kind];
  if (exception !== undefined) return exception;
  return kind.startsWith('reservation-') ? 'reservation' : 'order';
}

/** Every kind in the schema. */
const kinds = eventSchema.options.flatMap(({ shape: { kind } }) =>
  'options' in kind ? kind.options : [...kind.values],
) as DomainEvent['kind'][];

async function caused(kind: DomainEvent['kind'], productType = 'cannabis'): Promise<Mail | undefined> {
  const person = await aPerson(opened.db, { name: PERSON });
  const cause = causeOf(kind);
  if (cause === 'alert') {
    await happen({ kind, alertId: await anAlert(person) } as DomainEvent);
  } else if (cause === 'person') {
    const { userId } = person;
    // Decided by staff, because the message describes the current decision.
    await opened.db
      .update(customerProfiles)
      .set({ isVerifiedOver21: false, ageRejection: 'mismatch', licenseVerified: true })
      .where(eq(customerProfiles.userId, userId));
    const decision = 'rejected';
    const dueOn = '2031-12-20';
    if (
      ['date-due', 'webhook-stopped', 'connection-changed', 'state-tasks-waiting', 'stood-out'].includes(
        kind,
      ) ||
      kind.startsWith('incident-')
    )
      await opened.db.insert(userRoles).values({ userId, role: 'admin' });
    const [date] = await opened.db
      .insert(storeDates)
      .values({ title: PRODUCT, dueOn, firstOn: dueOn, repeat: 'never', reminderDays: [7] })
      .returning({ id: storeDates.id });
    const over = { openedAt: new Date(), closedAt: new Date() };
    const [incident] = await opened.db
      .insert(incidents)
      .values({ part: 'backup', text: PRODUCT, told: 1, ...over })
      .returning({ id: incidents.id });
    const [endpoint] = await opened.db
      .insert(webhookEndpoints)
      .values({
        name: PRODUCT,
        url: 'https://partner.example/',
        types: ['test'],
        secret: '',
        stopped: 'gone',
      })
      .returning({ id: webhookEndpoints.id });
    await happen({
      kind,
      userId,
      incidentId: incident?.id,
      endpointId: endpoint?.id,
      decision,
      dateId: date?.id,
      dueOn,
      ...{ connection: 'mail', byId: userId, at: new Date().toISOString() },
      change: kind === 'connection-changed' ? 'changed' : 'password-changed',
      device: 'Safari on iPhone',
      ...{ tasks: 2, day: dueOn, people: 2 },
    } as DomainEvent);
  } else if (cause === 'reservation' || cause === 'short-reservation') {
    const reservationId = await aReservation(person);
    if (cause === 'short-reservation') await takeAway(person.userId);
    await happen({ kind, reservationId, to: 'pending' } as DomainEvent);
  } else {
    const { id: orderId } = await anOrder(person, productType);
    if (cause === 'short-order') await takeAway(person.userId);
    const times = { from: null, to: new Date().toISOString(), changes: [] };
    await happen({ kind, orderId, about: 'order-placed', amount: 100, ...times } as DomainEvent);
  }
  return mailTo(person.email);
}

/** The text of HTML as a reader sees it: no markup, entities resolved, single spaces. */
const plain = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&');
const squeezed = (text: string) => text.replaceAll(/\s+/g, '').toLowerCase();

const linksOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => plain(href));

function expectWellMade(mail: Mail): void {
  const { subject, html, text } = mail;
  expect(subject).toMatch(/^[^\p{Cc}\u2028\u2029]{5,120}$/u);
  expect(subject).not.toMatch(/kestrel|cannabis/i);

  expect(html).toMatch(/^<!DOCTYPE html/);
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
  expect(html).toContain('prefers-color-scheme: dark');
  // Nothing is fetched but the mark, the same for everyone, and nothing runs, whatever a person's name is.
  const body = html.replace(/^<!DOCTYPE[^>]*>/, '').replace(/<img src="([^"]*)"[^>]*>/, (_tag, address) => {
    expect(address).toBe(`${ORIGIN}/icon-192.png`);
    return '';
  });
  expect(body).not.toMatch(/<(?:img|script|iframe|object|embed|form|link|base|video|b|i)[\s>]/i);
  expect(body).not.toMatch(/<[^>]*\s(?:on\w+|src|srcset|background)=/i);
  expect(body).not.toMatch(/url\(|@import|@font-face/i);

  for (const link of linksOf(html)) {
    expect(URL.canParse(link) && new URL(link).protocol).toBe('https:');
    expect([ORIGIN, 'https://private-link.invalid']).toContain(new URL(link).origin);
    expect(text).toContain(link.replace(/\/$/, ''));
  }
  // The text version contains everything that the HTML version says in a paragraph, heading or cell.
  const shown = body.replaceAll(/<span aria-hidden="true"[^>]*>[^<]*<\/span>/g, '');
  const said = [...shown.matchAll(/<(p|h1|td)\b[^>]*>((?:(?!<(?:p|h1|td|table)\b)[\s\S])*?)<\/\1>/g)]
    .map(([, , words = '']) => plain(words))
    .filter((words) => words.trim() !== '');
  expect(said.length).toBeGreaterThan(3);
  const whole = squeezed(text.replaceAll(/https?:\/\/\S+/g, ''));
  for (const words of said) {
    const wanted = squeezed(words.replaceAll(/https?:\/\/\S+/g, ''));
    expect(whole).toContain(wanted);
  }
  expect(text).not.toMatch(/undefined|null|NaN|\[object/);
  // The shop's address appears once, as an address.
  expect(text).not.toContain(`${new URL(ORIGIN).host} ${ORIGIN}`);
  expect(text).toMatch(/adults 21 and older\.\s+https:\/\/farm\.example(?:\s|$)/);
}

const { rotating } = defaultSettings().warnings;

/** Mail that mentions cannabis has the legal notices and the license in both parts. */
function expectLaw({ html, text }: Mail): void {
  for (const part of [plain(html), text]) {
    for (const words of [
      'For use only by persons 21 years of age and older.',
      'Keep out of reach of children and pets.',
      '1-800-222-1222',
      'HOPENY',
      'OCM-SAMPLE-000000',
    ]) {
      expect(part.replaceAll(/\s+/g, ' ')).toContain(words);
    }
    // One of the rotating warnings: they take turns.
    expect(rotating.filter((warning) => part.replaceAll(/\s+/g, ' ').includes(warning))).toHaveLength(1);
  }
}

const told = kinds.filter((kind) => causeOf(kind) !== null);

describe('an email for', () => {
  test.each(told)('%s', async (kind) => {
    const mail = await caused(kind);
    if (!mail) throw new Error(`${kind} wrote no mail`);
    expectWellMade(mail);
    if (kind === 'age-decided') expect(mail.text).toContain('differs from your license');
    // Mail about the account does not mention cannabis.
    if (causeOf(kind) !== 'person') expectLaw(mail);
    // Mail that a person requested has its own unsubscribe link.
    if (causeOf(kind) === 'alert') expect(mail.unsubscribeUrl).toMatch(/^https:/);
    else expect(mail.unsubscribeUrl).toBeNull();
  });

  test.each(told.filter((kind) => causeOf(kind) === 'order'))(
    '%s without cannabis does not mention it',
    async (kind) => {
      const mail = await caused(kind, 'merchandise');
      if (!mail) throw new Error(`${kind} wrote no mail`);
      expectWellMade(mail);
      expect(mail.text).not.toMatch(/cannabis/i);
      expect(mail.text).toContain('OCM-SAMPLE-000000');
    },
  );

  test('an order with another pickup person says whose ID to bring, without the note', async () => {
    const person = await aPerson(opened.db, { name: PERSON });
    const { id: orderId } = await anOrder(person, 'cannabis');
    await opened.db
      .update(orders)
      .set({ customerNote: 'Ring the bell twice', pickupName: 'Juniper Vale' })
      .where(eq(orders.id, orderId));
    for (const kind of ['order-placed', 'order-ready'] as const) {
      await happen({ kind, orderId });
      const mail = await mailTo(person.email);
      if (!mail) throw new Error('no mail');
      expectWellMade(mail);
      expect(plain(mail.html).replaceAll(/\s+/g, ' ')).toContain(
        'What to bring: Picked up by Juniper Vale, who must bring their own ID: a valid driver’s license',
      );
      expect(mail.subject + mail.html + mail.text).not.toContain('Ring the bell');
    }
  });

  test('order-packing does not exist', async () => {
    expect(await caused('order-packing')).toBeUndefined();
  });

  test.each<[string, AccountMail['kind'], boolean]>([
    ['a sign-up', 'sign-up', false],
    ['a sign-up by an account holder', 'sign-up', true],
    ['a new confirmation', 'new-confirmation', false],
    ['a forgotten password', 'password-reset', true],
  ])('%s', async (_, kind, hasAccount) => {
    const email = `${randomUUID()}@example.com`;
    if (hasAccount) await aPerson(opened.db, { email, name: PERSON });
    const [signUp] = await opened.db
      .insert(signUps)
      .values({
        email,
        fullName: PERSON,
        password: 'x',
        birthDate: '1990-01-01',
        expiresAt: new Date(Date.now() + 3_600_000),
      })
      .returning({ id: signUps.id });
    const asked = { kind, requestId: randomUUID(), email, signUpId: signUp?.id };
    await writeAccountMail(encrypt(JSON.stringify(asked), 'account-mail'));
    const mail = await mailTo(email);
    if (!mail) throw new Error('no mail');
    expectWellMade(mail);
    expect(mail.text).not.toMatch(/cannabis/i);
    // Before an address is confirmed, the details entered with it may come from anyone.
    if (!hasAccount) expect(mail.html + mail.text).not.toContain('eve@example.com');
  });

  test('a recall links to the answer and cannot be switched off', async () => {
    const admin = await aPerson(opened.db, { role: 'admin' });
    const lotId = await aCrowd(opened.db, 1);
    const words = { title: 'Bring back <b>"A" & B</b>', words: `Do not use ${PRODUCT}.\n\nBring it back.` };
    const drafted = await createRecall(admin, aRecallOf([lotId], words));
    if (!drafted.ok) throw new Error(drafted.problem.kind);
    expect(await startRecall(admin, drafted.value, { version: 1 })).toEqual({ ok: true, value: 1 });
    const [event] = await opened.db
      .select({ id: events.id })
      .from(events)
      .where(eq(events.subjectId, drafted.value));
    await reactToEvent(event?.id ?? '');
    const mail = await mailTo(`buyer-${lotId}-1@example.com`);
    if (!mail) throw new Error('no mail');
    expectWellMade(mail);
    expectLaw(mail);
    expect(mail.text).toContain('Recalled: Kestrel, 3.5 g, batch BVK-2604.');
    expect(linksOf(mail.html)).toContainEqual(
      expect.stringMatching(/^https:\/\/farm\.example\/recall\/\w+\.[\w-]{16}$/),
    );
    expect(mail.unsubscribeUrl).toBeNull();
  });

  test('a closure links to new times, and so does its undo', async () => {
    const admin = await aPerson(opened.db, { role: 'admin' });
    const person = await aPerson(opened.db, { name: PERSON });
    await anOrder(person, 'cannabis');
    const reason = 'Storm <b>"A" & B</b>.';
    const closed = await close(admin, { reason });
    if (!closed.ok) throw new Error(closed.problem.kind);
    const [closure] = await opened.db.select().from(closures).where(eq(closures.number, closed.value.number));
    await tellClosure(closure?.id ?? '', now);
    const mail = await mailTo(person.email);
    if (!mail) throw new Error('no mail');
    expectWellMade(mail);
    expect(mail.text).toContain(reason);
    expect(linksOf(mail.html)).toContainEqual(
      expect.stringMatching(/^https:\/\/farm\.example\/new-time\/\w+\.[\w-]{16}\?order=ORD\d+&slot=/),
    );
    expect(mail.unsubscribeUrl).toBeNull();
    expect(await undoClosure(admin, closed.value.number)).toMatchObject({ ok: true });
    await tellOpenAgain(closure?.id ?? '', now);
    const again = await mailTo(person.email);
    if (!again) throw new Error('no mail');
    expectWellMade(again);
    expect(again.text).toContain('You do not need to do anything.');
  });

  test('a promotion unsubscribes with one press', async () => {
    const person = await aPerson(opened.db, { name: PERSON });
    await opened.db.insert(userPreferences).values({ userId: person.userId, promotional: true });
    const admin = await aPerson(opened.db, { role: 'admin' });
    const title = 'News <b>"A" & B</b>';
    const offer = { terms: `One for each: ${PRODUCT}`, from: '2026-01-01', until: '2999-12-31' };
    const words = { title, words: `Hello.\n\n${PRODUCT}`, path: '/products?q=<x>&y="1"', offer };
    const written = await createPromotion(admin, words);
    if (!written.ok) throw new Error(JSON.stringify(written.problem));
    const sent = await sendPromotion(admin, written.value, { version: 1, accepted: '' });
    if (!sent.ok) throw new Error(JSON.stringify(sent.problem));
    const [event] = await opened.db
      .select({ id: events.id })
      .from(events)
      .where(eq(events.subjectId, written.value));
    await reactToEvent(event?.id ?? '');
    await tellNext(written.value);
    const mail = await mailTo(person.email);
    if (!mail) throw new Error('no mail');
    expectWellMade(mail);
    expectLaw(mail);
    expect(mail.text).toMatch(/From Jan 1, 2026 through Dec 31, 2999, for adults 21 and older\./);
    expect(mail.unsubscribeUrl).toMatch(/^https:\/\/farm\.example\/unsubscribe\?token=/);
    expect(linksOf(mail.html)).toContain(mail.unsubscribeUrl);
    expect(mail.text).toContain(mail.unsubscribeUrl);
  });
});
