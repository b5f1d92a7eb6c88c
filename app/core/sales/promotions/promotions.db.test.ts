/** Promotions against a database, its jobs and a real mail server: who gets them, once each, and who no longer does. */
import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { bulkJob, mailJob } from '#core/ground/mail/sending-jobs.ts';
import { type Choices, channelsFor } from '#core/ground/notifications/notification-rule.ts';
import { unsubscribe } from '#core/ground/notifications/unsubscribe.server.ts';
import { unsubscribeToken } from '#core/ground/notifications/unsubscribe-link.server.ts';
import { banCustomer } from '#core/sales/bans/ban-customer.server.ts';
import { auditLog } from '#db/schema/audit.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { sessions, users } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import {
  deliveries,
  notifications,
  pushSubscriptions,
  smsNumbers,
  userPreferences,
} from '#db/schema/notifications.ts';
import { promotionRecipients, promotions } from '#db/schema/promotions.ts';
import { channels } from '#kernel/statuses.ts';
import { promotionList } from '#office/promotions/promotion-list.ts';
import { readPromotion, readPromotions } from '#office/promotions/promotions-queries.server.ts';
import { countWaiting, doing, startJobs, stopJobs, work } from '#platform/jobs.ts';
import { openSms } from '#platform/outgoing/sms.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { openTestMail } from '#tests/support/mail.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { openSmtpPeer, type SmtpPeer } from '#tests/support/smtp-peer.ts';
import { countAudience, isStillWanted, readRecipient } from './audience-queries.server.ts';
import { handOverPromotion } from './hand-over-promotion.server.ts';
import type { PromotionWords } from './promotion.ts';
import { promotionJob } from './promotion-job.ts';
import { createPromotion, deletePromotion, savePromotion } from './save-promotion.server.ts';
import { sendPromotion, sendTest, stopPromotion } from './send-promotion.server.ts';
import { beginPromotion, tellNext } from './tell-promotion.server.ts';

let opened: FreshDatabase;
let peer: SmtpPeer;

beforeAll(async () => {
  opened = await freshDatabase();
  peer = await openSmtpPeer();
  await openTestMail({ smtpUrl: peer.url });
});
afterAll(async () => {
  await peer.be('away');
  await opened.stop();
});
/** People made by earlier tests no longer want promotions. */
beforeEach(() => opened.db.update(userPreferences).set({ promotional: false }));

const news: PromotionWords = { title: 'The barn is open', words: 'Come by.', path: null, offer: null };

const anAdmin = () => aPerson(opened.db, { role: 'admin' });

type Wanted = Parameters<typeof aPerson>[1] & { choices?: Choices; email?: string };

/** A person who has turned promotions on. */
async function aFollower({ choices = {}, ...wanted }: Wanted = {}): Promise<SignedIn> {
  const person = await aPerson(opened.db, wanted);
  await opened.db.insert(userPreferences).values({ userId: person.userId, promotional: true, choices });
  return person;
}

const stored = async (id: string) =>
  (await opened.db.select().from(promotions).where(eq(promotions.id, id)))[0];

async function draft(admin: SignedIn, words: PromotionWords = news): Promise<string> {
  const written = await createPromotion(admin, words);
  if (!written.ok) throw new Error(JSON.stringify(written.problem));
  return written.value;
}

async function sentOff(admin: SignedIn): Promise<string> {
  const id = await draft(admin);
  expect(await sendPromotion(admin, id, { version: 1, accepted: '' })).toMatchObject({ ok: true });
  await beginPromotion(id);
  return id;
}

/** Does what the worker does, until everyone is notified. */
async function tellAll(id: string): Promise<void> {
  while ((await stored(id))?.status === 'sending') await tellNext(id);
}

const mailsTo = (people: readonly SignedIn[]) =>
  opened.db
    .select()
    .from(mailMessages)
    .where(
      inArray(
        mailMessages.recipient,
        people.map(({ email }) => email),
      ),
    );

describe('the recipients of a promotion', () => {
  test('exclude people under age, of unknown age, rejected, banned or closed', async () => {
    const set = (userId: string, values: Partial<typeof customerProfiles.$inferInsert>) =>
      opened.db.update(customerProfiles).set(values).where(eq(customerProfiles.userId, userId));
    const cases: [string, boolean, Partial<typeof customerProfiles.$inferInsert>][] = [
      ['of age by birth date', true, { isVerifiedOver21: null }],
      ['approved without a birth date', true, { birthDate: null, isVerifiedOver21: true }],
      ['approved and of age', true, { isVerifiedOver21: true }],
      ['no birth date, undecided', false, { birthDate: null }],
      ['rejected though of age', false, { isVerifiedOver21: false }],
      ['approved though under age by birth date', false, { birthDate: '2020-01-01', isVerifiedOver21: true }],
      ['under age', false, { birthDate: '2020-01-01' }],
      ['impossibly old', false, { birthDate: '1820-01-01' }],
      ['banned', false, { isBanned: true }],
      ['closed', false, { status: 'closed' }],
    ];
    for (const [name, isTold, values] of cases) {
      const { userId } = await aFollower();
      await set(userId, values);
      expect([name, (await readRecipient(userId)) !== null]).toEqual([name, isTold]);
    }
    const unconfirmed = await aFollower();
    await opened.db.update(users).set({ emailVerified: false }).where(eq(users.id, unconfirmed.userId));
    expect(await readRecipient(unconfirmed.userId)).toBeNull();
    const silent = await aPerson(opened.db);
    expect(await readRecipient(silent.userId), 'who never chose').toBeNull();
    const off = await aFollower({ choices: { promotion: { bell: false, email: false, push: false } } });
    expect(await readRecipient(off.userId), 'every channel off').toBeNull();
    expect((await countAudience()).people).toBe(3);
  });

  test('and their channels are the same in SQL as for one person', async () => {
    openSms({ url: 'https://sms.example', headers: {}, body: '' } as never);
    const bits = [undefined, true, false];
    for (const [index, chosen] of bits
      .flatMap((one) => bits.map((other) => [one, other] as const))
      .entries()) {
      const cell = Object.fromEntries(
        channels
          .map((channel, place) => [channel, chosen[place % 2]])
          .filter(([, value]) => value !== undefined),
      );
      const choices = { promotion: cell } as Choices;
      const person = await aFollower({ choices });
      const { userId } = person;
      const isOn = index % 2 === 0;
      const values = { emailNotifications: isOn, pushNotifications: index % 3 !== 0 };
      await opened.db.update(userPreferences).set(values).where(eq(userPreferences.userId, userId));
      const reach = { push: index % 4 !== 1, sms: index % 4 !== 2 };
      if (reach.push) {
        const [session] = await opened.db
          .insert(sessions)
          .values({ userId, token: randomUUID(), expiresAt: new Date(Date.now() + 86_400_000) })
          .returning({ id: sessions.id });
        const push = { endpoint: `https://push.example/${randomUUID()}`, p256dh: 'x', auth: 'x' };
        await opened.db.insert(pushSubscriptions).values({ userId, sessionId: session?.id ?? '', ...push });
      }
      await opened.db
        .insert(smsNumbers)
        .values({ userId, phone: '+15185550123', verifiedAt: reach.sms ? new Date() : null });
      const [promotion] = await opened.db
        .insert(promotions)
        .values({ ...news, status: 'sending', eventId: randomUUID(), createdBy: userId })
        .returning({ eventId: promotions.eventId });
      const wanted = channelsFor(
        'promotion',
        { orderUpdates: true, accountUpdates: true, promotional: true, ...values, choices },
        reach,
      );
      const asked = await Promise.all(
        channels.map(async (channel) => [
          channel,
          await isStillWanted(promotion?.eventId ?? '', userId, channel),
        ]),
      );
      expect([index, Object.fromEntries(asked)]).toEqual([index, wanted]);
    }
    openSms(null);
  });
});

describe('a promotion that is being sent', () => {
  test('reaches everyone once, however often its jobs are repeated, even in parallel', async () => {
    await peer.be('willing');
    const admin = await anAdmin();
    const people = await Promise.all(Array.from({ length: 60 }, () => aFollower()));
    const id = await sentOff(admin);
    await beginPromotion(id);
    expect((await stored(id))?.recipients).toBe(60);
    await Promise.all([tellNext(id), tellNext(id), tellNext(id)]);
    // As if the process died between notifying a person and recording it.
    await opened.db
      .update(promotionRecipients)
      .set({ status: 'waiting' })
      .where(eq(promotionRecipients.promotionId, id));
    await tellAll(id);
    const written = await mailsTo(people);
    expect(written).toHaveLength(60);
    expect(new Set(written.map(({ unsubscribeUrl }) => unsubscribeUrl)).size).toBe(60);
    for (const { html, unsubscribeUrl } of written)
      expect(html).toContain(unsubscribeUrl?.replaceAll('&', '&amp;'));
    const bells = await opened.db.select().from(notifications).where(eq(notifications.title, news.title));
    expect(bells).toHaveLength(60);
    // Order mail does not wait behind them.
    expect(await countWaiting(bulkJob)).toBe(60);
    expect(await countWaiting(mailJob)).toBe(0);
    await work(doing(bulkJob, handOverPromotion), 'America/New_York');
    const addresses = new Set(people.map(({ email }) => email));
    await expect
      .poll(() => peer.taken.filter((email) => addresses.has(email)).length, { timeout: 20_000 })
      .toBe(60);
    await expect
      .poll(async () => (await readPromotion(admin, id, 'America/New_York'))?.outcome)
      .toContainEqual({ channel: 'email', by: { waiting: 0, sent: 60, kept: 0, failed: 0 } });
    expect(new Set(peer.taken.filter((email) => addresses.has(email))).size).toBe(60);
    expect(await stored(id)).toMatchObject({ status: 'sent', counts: { bell: 60, email: 60 } });
    // This test's worker stops.
    await stopJobs();
    await startJobs({ url: opened.url, kinds: [] });
  });

  test('skips people who have unsubscribed, been banned or left since, and their pending mail', async () => {
    const admin = await anAdmin();
    const [stays, ends, banned, gone, endsLate, bannedLate] = (await Promise.all(
      Array.from({ length: 6 }, () => aFollower()),
    )) as [SignedIn, SignedIn, SignedIn, SignedIn, SignedIn, SignedIn];
    const id = await sentOff(admin);
    const end = ({ userId }: SignedIn) => unsubscribe(unsubscribeToken({ userId, choice: 'promotion' }));
    const ban = ({ userId }: SignedIn) => banCustomer(admin, userId, { reason: 'x', openOrders: 'keep' });
    await end(ends);
    expect(await ban(banned)).toMatchObject({ ok: true });
    await opened.db.delete(users).where(eq(users.id, gone.userId));
    await tellAll(id);
    const written = await mailsTo([stays, ends, banned, gone, endsLate, bannedLate]);
    expect(written.map(({ recipient }) => recipient).sort()).toEqual(
      [stays.email, endsLate.email, bannedLate.email].sort(),
    );
    expect(await readPromotion(admin, id, 'America/New_York')).toMatchObject({
      progress: { told: 3, skipped: 2, waiting: 0 },
    });
    // Written but not sent yet.
    await end(endsLate);
    await ban(bannedLate);
    const eventId = (await stored(id))?.eventId ?? '';
    await peer.be('willing');
    const before = peer.taken.length;
    for (const { id: mailId, recipient } of written) {
      const person = [stays, endsLate, bannedLate].find(({ email }) => email === recipient);
      await handOverPromotion({ channel: 'email', eventId, userId: person?.userId ?? '', mailId });
    }
    expect(peer.taken.slice(before)).toEqual([stays.email]);
    const [late] = await mailsTo([endsLate]);
    expect(late).toMatchObject({ status: 'failed', lastError: expect.stringContaining('no longer wanted') });
  });

  test('can be stopped: no one else is notified, and pending mail stays', async () => {
    const admin = await anAdmin();
    const people = await Promise.all(Array.from({ length: 55 }, () => aFollower()));
    const id = await sentOff(admin);
    await tellNext(id);
    expect(await stopPromotion(await aPerson(opened.db, { role: 'staff' }), id)).toMatchObject({ ok: false });
    expect(await stopPromotion(admin, id)).toEqual({ ok: true, value: null });
    await tellNext(id);
    const written = await mailsTo(people);
    expect(written).toHaveLength(50);
    expect(await stored(id)).toMatchObject({ status: 'stopped', counts: { bell: 50, email: 50 } });
    const [mail] = written;
    const [delivery] = await opened.db
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.mailId, mail?.id ?? ''), eq(deliveries.channel, 'email')));
    const { eventId = '', userId = '' } = delivery ?? {};
    await handOverPromotion({ channel: 'email', eventId, userId, mailId: mail?.id ?? '' });
    expect((await mailsTo(people)).find(({ id: mailId }) => mailId === mail?.id)?.status).toBe('failed');
    expect(await stopPromotion(admin, id)).toEqual({ ok: false, problem: { kind: 'not-sending' } });
  });

  test('waits while many messages are queued', async () => {
    const admin = await anAdmin();
    const person = await aFollower();
    const id = await sentOff(admin);
    await opened.db.execute(
      sql`insert into pgboss.job (name, data) select 'bulk', '{}'::jsonb from generate_series(1, 600)`,
    );
    await tellNext(id);
    expect(await mailsTo([person])).toEqual([]);
    await opened.db.execute(sql`delete from pgboss.job where name in ('bulk', ${promotionJob.name})`);
    await tellAll(id);
    expect(await mailsTo([person])).toHaveLength(1);
  });
});

describe('starting a promotion', () => {
  const refusal = async (admin: SignedIn, id: string, sending = { version: 1, accepted: '' }) => {
    const outcome = await sendPromotion(admin, id, sending);
    return outcome.ok ? 'sent' : outcome.problem.kind;
  };

  test('is refused if something is missing, and changes nothing', async () => {
    const admin = await anAdmin();
    const staff = await aPerson(opened.db, { role: 'staff' });
    const id = await draft(admin);
    expect(await refusal(admin, id)).toBe('no-recipients');
    await aFollower();
    expect(await refusal(staff, id)).toBe('not-allowed');
    expect(await refusal(admin, randomUUID())).toBe('not-found');
    expect(await refusal(admin, 'x')).toBe('not-found');
    expect(await refusal(admin, id, { version: 2, accepted: '' })).toBe('stale');
    await opened.db
      .update(sessions)
      .set({ confirmedAt: new Date(Date.now() - 3_600_000) })
      .where(eq(sessions.id, admin.sessionId));
    expect(await refusal(admin, id)).toBe('not-recent');
    await opened.db.update(sessions).set({ confirmedAt: new Date() }).where(eq(sessions.id, admin.sessionId));
    const offer = { terms: 'x', from: '2020-01-01', until: '2020-01-02' };
    expect(await refusal(admin, await draft(admin, { ...news, offer }))).toBe('over');
    const warned = await draft(admin, { ...news, title: 'Weed for all' });
    expect(await refusal(admin, warned)).toBe('warned');
    const productId = await aProduct(opened.db);
    const toProduct = await draft(admin, { ...news, path: `/products/${productId}` });
    await opened.db.execute(sql`update products set for_sale = false where id = ${productId}`);
    expect(await refusal(admin, toProduct)).toBe('dead-link');
    expect((await stored(id))?.status).toBe('draft');
    const accepted = 'Words the state does not allow in advertising: weed.';
    expect(await refusal(admin, warned, { version: 1, accepted })).toBe('sent');
    expect(await refusal(admin, warned, { version: 1, accepted })).toBe('not-draft');
    const [entry] = await opened.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, warned), eq(auditLog.action, 'promotion.sent')));
    expect(entry?.after).toMatchObject({ people: 1, acceptedWarnings: [accepted] });
  });

  test('pressed twice at once happens once', async () => {
    const admin = await anAdmin();
    await aFollower();
    const id = await draft(admin);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => refusal(admin, id)));
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(1);
  });
});

test('a draft is changed only from its current version, deleted only as a draft, and tested by mail only to oneself', async () => {
  const admin = await anAdmin();
  const id = await draft(admin);
  const words = { ...news, title: 'Another' };
  expect(await savePromotion(admin, id, { version: 1, words })).toEqual({ ok: true, value: null });
  expect(await savePromotion(admin, id, { version: 1, words })).toEqual({
    ok: false,
    problem: { kind: 'stale' },
  });
  expect(
    await savePromotion(admin, id, { version: 2, words: { ...words, path: '/products/999999' } }),
  ).toEqual({
    ok: false,
    problem: { kind: 'dead-link' },
  });
  expect(await sendTest(admin, id)).toEqual({ ok: true, value: admin.email });
  const [mail] = await mailsTo([admin]);
  expect(mail).toMatchObject({
    subject: 'Test: Another',
    unsubscribeUrl: expect.stringContaining('/unsubscribe'),
  });
  const list = await readPromotions(admin, promotionList.parse(new URLSearchParams()), 'America/New_York');
  expect(list?.rows[0]).toMatchObject({ id, title: 'Another', status: 'draft', counts: null });
  const staff = await aPerson(opened.db, { role: 'staff' });
  for (const outcome of [
    await createPromotion(staff, news),
    await savePromotion(staff, id, { version: 2, words }),
    await deletePromotion(staff, id),
    await sendTest(staff, id),
  ])
    expect(outcome).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
  expect(await readPromotion(staff, id, 'America/New_York')).toBeNull();
  expect(await deletePromotion(admin, id)).toEqual({ ok: true, value: null });
  expect(await stored(id)).toBeUndefined();
});
