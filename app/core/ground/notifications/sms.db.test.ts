/** Text messages against a fake gateway: recorded consent, a code, and a gateway that is slow, broken or full. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { createElement } from 'react';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { events } from '#db/schema/events.ts';
import { deliveries, smsConsents, smsNumbers } from '#db/schema/notifications.ts';
import { doing, work } from '#platform/jobs.ts';
import { fillIn, openSms } from '#platform/outgoing/sms.ts';
import { readSmsState } from '#shop/notifications/sms-number-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { openTestMail } from '#tests/support/mail.ts';
import { aPerson } from '#tests/support/people.ts';
import { openSmsGateway, type SmsGatewayPeer } from '#tests/support/sms-gateway.ts';
import { confirmSmsCode, stopSms } from './confirm-sms-code.server.ts';
import { smsCodeJob } from './delivery-jobs.ts';
import { type NotificationRow, notify } from './notify.server.ts';
import { readOwnPreferences } from './preferences-queries.server.ts';
import { requestSmsCode, sendSmsCode } from './request-sms-code.server.ts';
import { sendSms } from './send-sms.server.ts';
import { CODE_TRIES, CODES_AN_HOUR } from './sms-number.ts';

let opened: FreshDatabase;
let gateway: SmsGatewayPeer;

const withGateway = () =>
  openSms({
    url: gateway.url,
    method: 'POST',
    headers: 'Content-Type: application/json\nAuthorization: Bearer secret\nIdempotency-Key: {id}',
    body: '{"to":"{to}","text":"{text}"}',
  });

beforeAll(async () => {
  opened = await freshDatabase();
  gateway = await openSmsGateway();
  await openTestMail({ origin: 'https://farm.example' });
  withGateway();
  await work(
    doing(smsCodeJob, ({ encrypted }) => sendSmsCode(encrypted)),
    'America/New_York',
  );
});
beforeEach(withGateway);
afterAll(async () => {
  openSms(null);
  await gateway.stop();
  await opened.stop();
});

let number = 5_550_100;
const aPhone = () => `+1518${number++}`;

/** The last code that has arrived at a phone. */
async function codeAt(phone: string, messages = 1): Promise<string> {
  await expect.poll(() => gateway.textsTo(phone).length, { timeout: 15_000 }).toBe(messages);
  return /\d{6}/.exec(gateway.textsTo(phone).at(-1) ?? '')?.[0] ?? '';
}

async function verified(phone = aPhone()): Promise<SignedIn & { phone: string }> {
  const person = await aPerson(opened.db);
  expect((await requestSmsCode(person, phone)).ok).toBe(true);
  expect((await confirmSmsCode(person, await codeAt(phone))).ok).toBe(true);
  return { ...person, phone };
}

const row: NotificationRow<string> = {
  title: () => 'Kestrel Moon is ready',
  message: () => 'Cannabis waits for you.',
  path: (id) => `/orders/${id}`,
  mail: () => createElement('p', null, 'x'),
};

async function tell(person: SignedIn, kind: 'order-ready' | 'order-placed' = 'order-ready') {
  const [event] = await opened.db
    .insert(events)
    .values({ kind, subjectId: randomUUID() })
    .returning({ id: events.id });
  const eventId = event?.id ?? '';
  await notify(eventId, kind, person, row, 'ORD007');
  await notify(eventId, kind, person, row, 'ORD007');
  const read = async () =>
    (await opened.db.select().from(deliveries).where(eq(deliveries.eventId, eventId))).find(
      ({ channel }) => channel === 'sms',
    );
  const delivery = await read();
  const send = () =>
    sendSms({
      deliveryId: delivery?.id ?? '',
      brief: 'Your order is ready for pickup.',
      path: '/orders/ORD007',
    });
  return { delivery, read, send };
}

describe('a phone for text messages', () => {
  test('requires recorded consent, and gets only a code until that is entered', async () => {
    const person = await aPerson(opened.db);
    const phone = aPhone();
    expect(await readSmsState(person)).toEqual({ kind: 'none' });
    expect((await requestSmsCode(person, phone)).ok).toBe(true);
    const code = await codeAt(phone);
    expect(gateway.textsTo(phone)[0]).toMatch(/^Two Branches Farm: your code is \d{6}\./);
    expect(await readSmsState(person)).toEqual({ kind: 'waiting', phone, isOpen: true });
    expect((await tell(person)).delivery).toBeUndefined();

    expect(await confirmSmsCode(person, code)).toMatchObject({ ok: true });
    expect(await readSmsState(person)).toEqual({ kind: 'on', phone });
    expect((await readOwnPreferences(person))?.reach.sms).toBe(true);
    const consents = await opened.db.select().from(smsConsents).where(eq(smsConsents.userId, person.userId));
    expect(consents).toEqual([
      expect.objectContaining({
        phone,
        given: true,
        words: expect.stringContaining('I agree to get text messages from Two Branches Farm'),
      }),
    ]);
    // The code is used up.
    expect(await confirmSmsCode(person, code)).toMatchObject({ ok: false, problem: { kind: 'no-code' } });
  });

  test('is verified by its own code within its time, and attempts are limited', async () => {
    const [person, other] = [await aPerson(opened.db), await aPerson(opened.db)];
    const phone = aPhone();
    await requestSmsCode(person, phone);
    const code = await codeAt(phone);
    expect(await confirmSmsCode(other, code)).toMatchObject({ ok: false, problem: { kind: 'no-code' } });
    const wrong = code === '000000' ? '000001' : '000000';
    for (let left = CODE_TRIES - 1; left >= 0; left--)
      expect(await confirmSmsCode(person, wrong)).toMatchObject({
        problem: { kind: 'wrong-code', triesLeft: left },
      });
    expect(await confirmSmsCode(person, code)).toMatchObject({
      problem: { kind: 'wrong-code', triesLeft: 0 },
    });

    await requestSmsCode(person, phone);
    const later = await codeAt(phone, 2);
    await opened.db
      .update(smsNumbers)
      .set({ codeExpiresAt: new Date(Date.now() - 1) })
      .where(eq(smsNumbers.userId, person.userId));
    expect(await confirmSmsCode(person, later)).toMatchObject({ ok: false, problem: { kind: 'no-code' } });
    expect(await readSmsState(person)).toEqual({ kind: 'waiting', phone, isOpen: false });
  });

  test('gets a limited number of codes an hour, per person and per number, even all at once', async () => {
    const phone = aPhone();
    const person = await aPerson(opened.db);
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => requestSmsCode(person, phone)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(CODES_AN_HOUR);
    expect(await requestSmsCode(person, aPhone())).toMatchObject({ problem: { kind: 'too-many-codes' } });
    expect(await requestSmsCode(await aPerson(opened.db), phone)).toMatchObject({
      problem: { kind: 'too-many-codes' },
    });
    expect((await requestSmsCode(await aPerson(opened.db), aPhone())).ok).toBe(true);
  });

  test('gets no messages once its owner turns them off, which is recorded too', async () => {
    const person = await verified();
    const waiting = await tell(person);
    await stopSms(person);
    await stopSms(person);
    expect(await readSmsState(person)).toEqual({ kind: 'none' });
    await waiting.send();
    expect(await waiting.read()).toMatchObject({
      status: 'failed',
      lastError: 'text messages were turned off',
    });
    expect(gateway.textsTo(person.phone)).toHaveLength(1);
    expect((await tell(person)).delivery).toBeUndefined();
    const consents = await opened.db.select().from(smsConsents).where(eq(smsConsents.userId, person.userId));
    expect(consents.map(({ given }) => given).sort()).toEqual([false, true]);
  });
});

test('a number that replaces the verified one gets a code and nothing else', async () => {
  const person = await verified();
  const waiting = await tell(person);
  const other = aPhone();
  await requestSmsCode(person, other);
  await codeAt(other);
  await waiting.send();
  expect(await waiting.read()).toMatchObject({ status: 'failed' });
  expect(gateway.textsTo(other)).toHaveLength(1);
  expect(gateway.textsTo(person.phone)).toHaveLength(1);
});

describe('a text message', () => {
  test('names the news and a link, once, and mentions neither cannabis nor a product', async () => {
    const person = await verified();
    const { send, read } = await tell(person);
    for (let time = 0; time < 3; time++) await send();
    expect(gateway.textsTo(person.phone).slice(1)).toEqual([
      'Two Branches Farm: Your order is ready for pickup. https://farm.example/orders/ORD007',
    ]);
    const last = gateway.asked.at(-1);
    expect(last?.headers).toMatchObject({
      authorization: 'Bearer secret',
      'idempotency-key': (await read())?.id,
    });
    expect(await read()).toMatchObject({ status: 'sent', lastError: null });
  });

  test('is not sent about anything that can wait, unless chosen', async () => {
    const person = await verified();
    expect((await tell(person, 'order-placed')).delivery).toBeUndefined();
  });

  test.each([500, 429, 503, 401] as const)(
    'that the gateway refuses for now (%s) is retried, and arrives',
    async (status) => {
      const person = await verified();
      const { send, read } = await tell(person);
      gateway.answerNext(status);
      await expect(send()).rejects.toThrow(`answered ${status}`);
      expect(await read()).toMatchObject({
        status: 'waiting',
        lastError: expect.stringContaining(String(status)),
      });
      await send();
      expect(await read()).toMatchObject({ status: 'sent', lastError: null });
      expect(gateway.textsTo(person.phone)).toHaveLength(2);
    },
  );

  test('that the gateway refuses (400) is given up', async () => {
    const person = await verified();
    const { send, read } = await tell(person);
    gateway.answerNext(400);
    await send();
    await send();
    expect(await read()).toMatchObject({ status: 'failed' });
    expect(gateway.textsTo(person.phone)).toHaveLength(1);
  });

  test('stops waiting for a silent gateway', async () => {
    const person = await verified();
    const { send, read } = await tell(person);
    gateway.answerNext('silence');
    await expect(send()).rejects.toThrow('did not answer within');
    expect(await read()).toMatchObject({ status: 'waiting' });
  });
});

test('without a gateway, text messages are not offered', async () => {
  const person = await verified();
  openSms(null);
  expect(await readSmsState(person)).toBeNull();
  expect(await requestSmsCode(person, aPhone())).toMatchObject({
    ok: false,
    problem: { kind: 'not-offered' },
  });
  expect((await readOwnPreferences(person))?.reach.sms).toBe(false);
  expect((await tell(person)).delivery).toBeUndefined();
});

describe('the request to a gateway', () => {
  const message = { id: 'id-1', to: '+15185550123', text: 'Say "hi" & bye\nnow {to}' };
  test('encodes each value for its place, so that no text breaks out of it', () => {
    const json = {
      url: 'https://sms.example/{id}?to={to}',
      method: 'POST',
      headers: 'Content-Type: application/json\\nX-Text: {text}',
      body: '{"t":"{text}","n":"{to}"}',
    };
    const filled = fillIn(json, message);
    expect(filled.url).toBe('https://sms.example/id-1?to=%2B15185550123');
    expect(JSON.parse(filled.body)).toEqual({ t: message.text, n: '+15185550123' });
    expect(filled.headers['x-text']).toBe('Say "hi" & bye now {to}');
    const form = {
      ...json,
      headers: 'content-type: application/x-www-form-urlencoded',
      body: 'To={to}&Body={text}',
    };
    expect([...new URLSearchParams(fillIn(form, message).body)]).toEqual([
      ['To', '+15185550123'],
      ['Body', message.text],
    ]);
  });
});
