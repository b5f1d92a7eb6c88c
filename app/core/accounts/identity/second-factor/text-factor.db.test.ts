/** Two-factor sign-in by text message, against a fake gateway: codes count once, where they were requested. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { guest, may, type SignedIn } from '#core/ground/access/actor.ts';
import { stopSms } from '#core/ground/notifications/confirm-sms-code.server.ts';
import { userActivity } from '#db/schema/activity.ts';
import {
  authenticators,
  backupCodes,
  sessions,
  textCodes,
  textFactors,
  userRoles,
} from '#db/schema/identity.ts';
import { smsNumbers } from '#db/schema/notifications.ts';
import { openSms } from '#platform/outgoing/sms.ts';
import { softAuthenticator } from '#tests/support/authenticator.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { openSmsGateway, type SmsGatewayPeer } from '#tests/support/sms-gateway.ts';
import { readActor, readActorOfSession } from '../sessions/actor-queries.server.ts';
import { startSession } from '../sessions/start-session.server.ts';
import { cookieOf, identityTrial, PASSWORD } from '../testing/trial.ts';
import { authenticatorSetUp } from './authenticator-set-up.server.ts';
import { renewBackupCodes, turnAuthenticatorOn } from './change-authenticator.server.ts';
import { addPasskey } from './change-passkeys.server.ts';
import {
  forgetSetUpCode,
  requestSetUpCode,
  setUpPlace,
  turnTextFactorOff,
  turnTextFactorOn,
} from './change-text-factor.server.ts';
import { newChallenge } from './passkey-challenge.server.ts';
import { passkeyOptions } from './passkey-options.server.ts';
import { passSecondFactor, readAskedFactor, readPending, sendAnotherCode } from './second-factor.server.ts';
import { sendTextCode } from './send-text-code.server.ts';
import { textCodeJob } from './text-code-job.ts';
import { readSentTextCode, readTextFactor } from './text-factor-queries.server.ts';
import { codeOf, stepAt } from './totp.ts';

let opened: FreshDatabase;
let gateway: SmsGatewayPeer;

const withGateway = () =>
  openSms({
    url: gateway.url,
    method: 'POST',
    headers: 'Content-Type: application/json',
    body: '{"to":"{to}","text":"{text}"}',
  });

beforeAll(async () => {
  opened = await freshDatabase();
  gateway = await openSmsGateway();
});
beforeEach(withGateway);
afterAll(async () => {
  openSms(null);
  await gateway.stop();
  await opened.stop();
});

const { request, signIn, signedInPerson, anotherSession } = identityTrial(() => opened.db);
const actorOf = (cookie: string) => readActor(new Headers({ cookie }));
const plain = (written: string) => written.replace('-', '');

let number = 5_550_100;
const aPhone = () => `+1518${number++}`;

/**
 * Does the jobs that pass codes to the gateway, oldest first, without the pause of a worker.
 * @throws what the first job throws that the gateway does not accept; that job and later ones stay in the queue.
 */
async function passCodesOn(): Promise<void> {
  const { rows } = await opened.db.execute<{ id: string; encrypted: string }>(sql`
    select id, data ->> 'encrypted' as encrypted from pgboss.job
    where name = ${textCodeJob.name} order by created_on`);
  for (const { id, encrypted } of rows) {
    await sendTextCode(encrypted);
    await opened.db.execute(sql`delete from pgboss.job where id = ${id}`);
  }
}

/** The newest code at a phone, which has received `messages` messages. */
async function codeAt(phone: string, messages = 1): Promise<string> {
  await passCodesOn();
  expect(gateway.textsTo(phone)).toHaveLength(messages);
  return /code is (\d{6})/.exec(gateway.textsTo(phone).at(-1) ?? '')?.[1] ?? '';
}
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function withTextFactor(email: string) {
  const { actor, cookie } = await signedInPerson(email);
  const phone = aPhone();
  const sent = await requestSetUpCode(request(), actor, phone);
  if (!sent.ok) throw new Error(sent.problem.kind);
  const outcome = await turnTextFactorOn(request(), actor, await codeAt(phone));
  if (!outcome.ok) throw new Error(outcome.problem.kind);
  const { backupCodes: shown, cookie: device } = outcome.value;
  return { actor, cookie, email, phone, codes: shown.map(plain), device: cookieOf([device]) };
}

async function firstStep(email: string, headers: Record<string, string> = {}): Promise<string> {
  const outcome = await signIn(email, PASSWORD, headers);
  if (outcome.ok || outcome.problem.kind !== 'second-factor') throw new Error(JSON.stringify(outcome));
  return cookieOf([outcome.problem.cookie]);
}

const pass = (cookie: string, code: string, { admin = false } = {}) =>
  passSecondFactor(request({ cookie }), { code }, { admin });

/** Moves every code back by this many minutes. */
const minutesPass = (minutes: number) =>
  opened.db.update(textCodes).set({
    createdAt: sql`created_at - make_interval(mins => ${minutes})`,
    expiresAt: sql`expires_at - make_interval(mins => ${minutes})`,
  });

const personOf = async (cookie: string): Promise<SignedIn> => {
  const person = await actorOf(cookie);
  if (person.kind === 'guest') throw new Error('no session');
  return person;
};
/** Signs in with the password and this code. */
const byCode = async (email: string, code: string): Promise<SignedIn> => {
  const signed = await pass(await firstStep(email), code);
  if (!signed.ok) throw new Error(signed.problem.kind);
  return personOf(cookieOf(signed.value.cookies));
};

const asked = async (cookie: string) => {
  const pending = await readPending(request({ cookie }));
  return pending && readAskedFactor(pending);
};
const changesOf = async ({ userId }: SignedIn) => {
  const rows = await opened.db.select().from(userActivity).where(eq(userActivity.userId, userId));
  return rows.flatMap(({ metadata }) => metadata.alert_type ?? []);
};

describe('setting up text message codes', () => {
  test('accepts the code that reached the phone, and ends sessions started with only the password', async () => {
    const email = 'text-setup@example.com';
    const { actor } = await signedInPerson(email);
    const second = await anotherSession(email);
    const phone = aPhone();
    expect((await requestSetUpCode(request(), actor, phone)).ok).toBe(true);
    const code = await codeAt(phone);
    const [stored] = await opened.db.select().from(textCodes).where(eq(textCodes.userId, actor.userId));
    expect(JSON.stringify(stored)).not.toContain(code);
    expect(await turnTextFactorOn(request(), actor, other(code))).toMatchObject({
      problem: { kind: 'wrong-text-code' },
    });
    // Another session of the same person cannot use it.
    expect(await turnTextFactorOn(request(), second.actor, code)).toMatchObject({
      problem: { kind: 'wrong-text-code' },
    });
    const on = await turnTextFactorOn(request(), actor, code);
    if (!on.ok) throw new Error(on.problem.kind);
    expect(on.value.backupCodes).toHaveLength(10);
    expect(await actorOf(second.cookie)).toEqual(guest);
    expect((await readTextFactor(actor, 'America/New_York')).on).toMatchObject({
      phone,
      backupCodesLeft: 10,
    });
    expect(await changesOf(actor)).toContain('text_codes_on');
    expect(await turnTextFactorOn(request(), actor, code)).toMatchObject({ problem: { kind: 'already-on' } });
    expect(await requestSetUpCode(request(), actor, phone)).toMatchObject({
      problem: { kind: 'already-on' },
    });
  });

  test('and each later change require a recent sign-in', async () => {
    const { actor } = await withTextFactor('text-recent@example.com');
    await opened.db
      .update(sessions)
      .set({ confirmedAt: sql`now() - interval '16 minutes'` })
      .where(eq(sessions.id, actor.sessionId));
    const problem = { ok: false, problem: { kind: 'confirm-first' } };
    expect(await requestSetUpCode(request(), actor, aPhone())).toEqual(problem);
    expect(await turnTextFactorOn(request(), actor, '000000')).toEqual(problem);
    expect(await turnTextFactorOff(request(), actor)).toEqual(problem);
  });

  test('is not offered without a gateway or beside an authenticator app', async () => {
    const { actor } = await signedInPerson('text-none@example.com');
    openSms(null);
    expect(await readTextFactor(actor, 'America/New_York')).toEqual({ isOffered: false, on: null });
    expect(await requestSetUpCode(request(), actor, aPhone())).toMatchObject({
      problem: { kind: 'not-offered' },
    });
    withGateway();
    await opened.db.insert(authenticators).values({ userId: actor.userId, secret: 'x', lastStep: 0 });
    expect(await requestSetUpCode(request(), actor, aPhone())).toMatchObject({
      problem: { kind: 'app-is-on' },
    });
  });

  test('drops a mistyped number and its code', async () => {
    const { actor } = await signedInPerson('text-typo@example.com');
    const phone = aPhone();
    await requestSetUpCode(request(), actor, phone);
    const code = await codeAt(phone);
    await forgetSetUpCode(actor);
    expect(await readSentTextCode(setUpPlace(actor))).toBeNull();
    expect(await turnTextFactorOn(request(), actor, code)).toMatchObject({
      problem: { kind: 'wrong-text-code' },
    });
    expect((await requestSetUpCode(request(), actor, aPhone())).ok).toBe(true);
  });
});

describe('signing in with text message codes', () => {
  test('sends a code after the right password, and accepts it once, in this sign-in only', async () => {
    const { actor, email, phone } = await withTextFactor('text-in@example.com');
    const first = await firstStep(email);
    const code = await codeAt(phone, 2);
    expect(await asked(first)).toMatchObject({
      by: 'text',
      phoneEnd: phone.slice(-2),
      sent: { status: 'sent' },
    });
    const second = await firstStep(email);
    await codeAt(phone, 3);
    expect(await pass(second, code)).toMatchObject({ problem: { kind: 'wrong-text-code' } });
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => pass(first, code)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const [signed] = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
    expect(await actorOf(cookieOf(signed?.cookies ?? []))).toMatchObject({ userId: actor.userId });
    expect(await pass(second, code)).toMatchObject({ problem: { kind: 'wrong-text-code' } });
  });

  test('refuses a code after ten minutes or after a newer one, and limits how soon another is sent', async () => {
    const { email, phone } = await withTextFactor('text-old@example.com');
    const cookie = await firstStep(email);
    const code = await codeAt(phone, 2);
    expect(await sendAnotherCode(request({ cookie }))).toMatchObject({ problem: { kind: 'too-soon' } });
    await minutesPass(1);
    const pressed = await Promise.all(Array.from({ length: 5 }, () => sendAnotherCode(request({ cookie }))));
    expect(pressed.filter(({ ok }) => ok)).toHaveLength(1);
    const newer = await codeAt(phone, 3);
    if (newer !== code)
      expect(await pass(cookie, code)).toMatchObject({ problem: { kind: 'wrong-text-code' } });
    await minutesPass(10);
    expect(await pass(cookie, newer)).toMatchObject({ problem: { kind: 'wrong-text-code' } });
    expect(await asked(cookie)).toMatchObject({ by: 'text', sent: null });
  });

  test('sends a limited number of codes an hour, and still accepts a backup code', async () => {
    const { email, phone, codes } = await withTextFactor('text-flood@example.com');
    for (let time = 0; time < 8; time++) await firstStep(email);
    const last = await firstStep(email);
    expect(await asked(last)).toMatchObject({ by: 'text', sent: null });
    expect(await sendAnotherCode(request({ cookie: last }))).toMatchObject({
      problem: { kind: 'too-many-codes' },
    });
    await codeAt(phone, 5);
    expect((await pass(last, codes[0] ?? '')).ok).toBe(true);
    expect((await pass(await firstStep(email), codes[0] ?? '')).ok).toBe(false);
  });

  test('leaves the owner’s codes alone when other people claim the phone', async () => {
    const { email, phone } = await withTextFactor('text-named@example.com');
    const answers: string[] = [];
    for (const stranger of ['text-one@example.com', 'text-two@example.com']) {
      const { actor } = await signedInPerson(stranger);
      for (let time = 0; time < 5; time++) {
        const sent = await requestSetUpCode(request(), actor, phone);
        answers.push(sent.ok ? 'sent' : sent.problem.kind);
        await minutesPass(1);
      }
    }
    expect(answers.filter((answer) => answer === 'sent')).toHaveLength(4);
    expect(new Set(answers)).toEqual(new Set(['sent', 'too-many-codes']));
    expect(await asked(await firstStep(email))).toMatchObject({
      by: 'text',
      sent: { resendIn: expect.any(Number) },
    });
  });

  test('refuses any text code after ten guesses an hour, and still accepts a backup code', async () => {
    const { email, codes } = await withTextFactor('text-guess@example.com');
    const cookie = await firstStep(email);
    const kinds: string[] = [];
    for (let guess = 0; guess < 11; guess++) {
      const outcome = await pass(cookie, 'x');
      kinds.push(outcome.ok ? 'right' : outcome.problem.kind);
    }
    expect(kinds).toEqual([...Array.from({ length: 10 }, () => 'wrong-text-code'), 'too-many-attempts']);
    expect((await pass(cookie, codes[0] ?? '')).ok).toBe(true);
  });

  test('shows that the gateway is down, and sends the code when it is back', async () => {
    const { email, phone } = await withTextFactor('text-down@example.com');
    const cookie = await firstStep(email);
    gateway.answerNext(503, 503);
    for (const _attempt of [1, 2]) {
      await expect(passCodesOn()).rejects.toThrow('503');
      expect(await asked(cookie)).toMatchObject({ sent: { status: 'failed' } });
    }
    const code = await codeAt(phone, 2);
    expect(await asked(cookie)).toMatchObject({ sent: { status: 'sent' } });
    expect((await pass(cookie, code)).ok).toBe(true);
  });

  test('shows that the gateway refuses a phone that replied STOP', async () => {
    const { email, codes } = await withTextFactor('text-stop@example.com');
    const cookie = await firstStep(email);
    gateway.answerNext(400);
    await passCodesOn();
    expect(await asked(cookie)).toMatchObject({ sent: { status: 'refused' } });
    expect((await pass(cookie, codes[0] ?? '')).ok).toBe(true);
  });

  test('accepts backup codes once the gateway is gone, and the factor can be turned off', async () => {
    const { actor, email, codes } = await withTextFactor('text-gone@example.com');
    openSms(null);
    const cookie = await firstStep(email);
    expect(await asked(cookie)).toEqual({ by: 'text-ended' });
    const signed = await pass(cookie, codes[0] ?? '');
    if (!signed.ok) throw new Error(signed.problem.kind);
    const byBackupCode = await personOf(cookieOf(signed.value.cookies));
    expect((await readTextFactor(actor, 'America/New_York')).on).not.toBeNull();
    expect((await turnTextFactorOff(request(), byBackupCode)).ok).toBe(true);
    expect((await signIn(email)).ok).toBe(true);
  });

  test('cannot be bypassed by another way to sign in', async () => {
    const { actor, email } = await withTextFactor('text-around@example.com');
    const user = { userId: actor.userId, email };
    expect(await startSession(request(), user, { secondFactor: false })).toMatchObject({
      problem: { kind: 'second-factor' },
    });
    expect((await startSession(request(), user, { secondFactor: 'text' })).ok).toBe(true);
    await opened.db.delete(textFactors).where(eq(textFactors.userId, actor.userId));
    await opened.db.insert(authenticators).values({ userId: actor.userId, secret: 'x', lastStep: 0 });
    expect(await startSession(request(), user, { secondFactor: 'text' })).toMatchObject({
      problem: { kind: 'second-factor' },
    });
  });
});

test('an authenticator app replaces text messages, and codes sent before no longer work', async () => {
  const { email, phone, codes } = await withTextFactor('text-replaced@example.com');
  const waiting = await firstStep(email);
  const code = await codeAt(phone, 2);
  const actor = await byCode(email, codes[1] ?? '');
  const setUp = await authenticatorSetUp(actor);
  const secret = setUp.secret.replaceAll(' ', '');
  const now = new Date();
  const form = { setUp: setUp.sealed, code: codeOf(secret, stepAt(now)) };
  expect((await turnAuthenticatorOn(request(), actor, form, now)).ok).toBe(true);
  expect(await opened.db.select().from(textFactors).where(eq(textFactors.userId, actor.userId))).toEqual([]);
  expect(await asked(waiting)).toEqual({ by: 'app' });
  for (const old of [code, codes[0] ?? ''])
    expect(await pass(waiting, old)).toMatchObject({ problem: { kind: 'wrong-code' } });
  expect(await changesOf(actor)).toContain('text_codes_replaced');
});

test('new backup codes replace earlier ones, and turning the factor off ends them all', async () => {
  const { email, codes } = await withTextFactor('text-codes@example.com');
  const actor = await byCode(email, codes[1] ?? '');
  const renewed = await renewBackupCodes(request(), actor);
  if (!renewed.ok) throw new Error(renewed.problem.kind);
  const waiting = await firstStep(email);
  expect((await pass(waiting, codes[0] ?? '')).ok).toBe(false);
  expect((await turnTextFactorOff(request(), actor)).ok).toBe(true);
  expect(await turnTextFactorOff(request(), actor)).toMatchObject({ problem: { kind: 'not-on' } });
  expect((await pass(waiting, plain(renewed.value.backupCodes[0] ?? ''))).ok).toBe(false);
  expect(await opened.db.select().from(backupCodes).where(eq(backupCodes.userId, actor.userId))).toEqual([]);
  expect((await signIn(email)).ok).toBe(true);
  expect(await changesOf(actor)).toContain('text_codes_off');
});

test('a text code does not open the back office, and a backup code does', async () => {
  const { actor, email, phone, codes } = await withTextFactor('text-staff@example.com');
  await opened.db.insert(userRoles).values({ userId: actor.userId, role: 'staff' });
  const shown = async (cookie: string, code: string) => {
    const signed = await pass(cookie, code, { admin: true });
    if (!signed.ok) throw new Error(signed.problem.kind);
    const person = await personOf(cookieOf(signed.value.cookies));
    expect(await readActorOfSession(person.sessionId)).toEqual(person);
    return may(person, 'backoffice.enter');
  };
  // Whatever the setting asks of staff; it asks for no second factor here.
  expect(await shown(await firstStep(email), await codeAt(phone, 2))).toBe(false);
  expect(await shown(await firstStep(email), codes[0] ?? '')).toBe(true);
  // The session that set the phone up has shown nothing stronger either.
  expect(may(await readActorOfSession(actor.sessionId), 'backoffice.enter')).toBe(false);
});

test('a session with only a text code can change no second factor through any command', async () => {
  const { actor: atSetUp, email, phone, codes } = await withTextFactor('text-only@example.com');
  const waiting = await firstStep(email);
  const signed = await pass(waiting, await codeAt(phone, 2));
  if (!signed.ok) throw new Error(signed.problem.kind);
  const atSignIn = await personOf(cookieOf(signed.value.cookies));
  const refused = { ok: false, problem: { kind: 'text-code-only' } };
  const now = new Date();
  const turnAppOn = async (actor: SignedIn) => {
    const setUp = await authenticatorSetUp(actor);
    const code = codeOf(setUp.secret.replaceAll(' ', ''), stepAt(now));
    return turnAuthenticatorOn(request(), actor, { setUp: setUp.sealed, code }, now);
  };
  const device = softAuthenticator({ origin: 'http://localhost:3000', rpID: 'localhost' });
  for (const actor of [atSetUp, atSignIn]) {
    expect(await turnAppOn(actor)).toEqual(refused);
    expect(await renewBackupCodes(request(), actor)).toEqual(refused);
    expect(await turnTextFactorOff(request(), actor)).toEqual(refused);
    expect(await passkeyOptions(request(), actor, 'add')).toEqual(refused);
    // The command refuses too, if someone got the options some other way.
    const { challenge, cookie } = await newChallenge('add', actor.sessionId);
    const options = {
      challenge: Buffer.from(challenge).toString('base64url'),
      user: { id: Buffer.from(actor.userId).toString('base64url') },
    };
    const added = await addPasskey(request({ cookie: cookieOf([cookie]) }), actor, {
      name: 'Phone',
      credential: device.make(options),
    });
    expect(added).toEqual(refused);
  }
  expect((await turnAppOn(await byCode(email, codes[0] ?? ''))).ok).toBe(true);
});

test('strangers with the password cannot lock out the device that set up the phone', async () => {
  const { email, phone, device } = await withTextFactor('text-device@example.com');
  const thiefs = await firstStep(email);
  for (let guess = 0; guess < 10; guess++) await pass(thiefs, 'x');
  expect(await pass(thiefs, 'x')).toMatchObject({ problem: { kind: 'too-many-attempts' } });
  const waiting = await firstStep(email, { cookie: device });
  const code = await codeAt(phone, 3);
  expect((await pass(`${waiting}; ${device}`, code)).ok).toBe(true);
});

test('a stop of order texts does not stop sign-in codes', async () => {
  const { actor, email, phone } = await withTextFactor('text-apart@example.com');
  await opened.db.insert(smsNumbers).values({ userId: actor.userId, phone, verifiedAt: new Date() });
  await stopSms(actor);
  const cookie = await firstStep(email);
  expect((await pass(cookie, await codeAt(phone, 2))).ok).toBe(true);
});
