/** Guessers are stopped; the owner of the account is not. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secured } from '#platform/requests/cookies.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { cookieOf, identityTrial } from '../testing/trial.ts';
import { CLIENT_ADDRESS_HEADER } from './client-address.server.ts';
import { countAttempt } from './count-attempt.server.ts';
import { countGuess } from './count-guess.server.ts';
import { knownDevice, rememberDevice } from './known-device.server.ts';

let opened: FreshDatabase;
beforeAll(async () => {
  opened = await freshDatabase();
});
afterAll(() => opened.stop());

const { request, confirmedPerson, signIn } = identityTrial(() => opened.db);
const from = (address: string) => ({ [CLIENT_ADDRESS_HEADER]: address });

test('sign-in checks twenty wrong passwords from one client, whatever its headers, and refuses more', async () => {
  await confirmedPerson('target@example.com');
  const headers = (guess: number) => ({
    ...from('192.0.2.7'),
    'x-forwarded-for': `198.51.100.${guess}`,
    'x-real-ip': `198.51.100.${guess}`,
  });
  // Counted as sign-in counts them, without hashing nineteen wrong passwords.
  for (let guess = 0; guess < 19; guess++)
    expect((await countGuess(request(headers(guess)), 'target@example.com')).wait).toBe(0);
  const wrong = (guess: number) => signIn('target@example.com', 'wrong-password', headers(guess));
  expect(await wrong(19)).toMatchObject({ problem: { kind: 'invalid-credentials' } });
  for (const guess of [20, 21])
    expect(await wrong(guess)).toMatchObject({ problem: { kind: 'too-many-attempts' } });
});

test('after 305 guesses from one address, the owner can still sign in from another', async () => {
  const email = 'besieged@example.com';
  await confirmedPerson(email);
  let stopped = 0;
  // Counted as sign-in counts them, without hashing three hundred wrong passwords.
  for (let guess = 0; guess < 305; guess++)
    if ((await countGuess(request(from('192.0.2.8')), email)).wait > 0) stopped += 1;
  expect(stopped).toBe(285);
  expect((await signIn(email)).ok).toBe(true);
  expect((await signIn(email, 'wrong-password', from('192.0.2.8'))).ok).toBe(false);
});

describe('guessing from thousands of addresses', () => {
  const email = 'famous@example.com';
  let owners = '';

  beforeAll(async () => {
    await confirmedPerson(email);
    const signed = await signIn(email);
    if (!signed.ok) throw new Error('not signed in');
    owners = cookieOf(signed.value.cookies.filter((cookie) => cookie.startsWith('farmgate.device=')));
    const waits = await Promise.all(
      Array.from({ length: 400 }, async (_, at) => {
        const guess = await countGuess(request(from(`198.18.${at >> 8}.${at & 255}`)), email);
        return guess.wait;
      }),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(300);
    expect(Math.min(...waits.filter((wait) => wait > 0))).toBeGreaterThan(3500);
  });

  test('is stopped for strangers', async () => {
    expect(await signIn(email)).toMatchObject({ ok: false, problem: { kind: 'too-many-attempts' } });
  });

  test('does not stop a device that has signed in before', async () => {
    expect((await signIn(email, undefined, { cookie: owners })).ok).toBe(true);
  });

  test('leaves that device only its own attempts, and none for another account', async () => {
    const kinds: string[] = [];
    for (let guess = 0; guess < 22; guess++) {
      const counted = await countGuess(request({ cookie: owners }), email);
      kinds.push(counted.wait === 0 ? 'counted' : 'stopped');
    }
    // The earlier sign-in used one.
    expect(kinds.filter((kind) => kind === 'counted')).toHaveLength(19);
    expect(knownDevice(owners, 'somebody-else@example.com')).toBeNull();
  });
});

test('a right password does not count as a guess, so the owner may sign in often', async () => {
  const email = 'regular@example.com';
  await confirmedPerson(email);
  for (let time = 0; time < 305; time++) {
    const counted = await countGuess(request(), email);
    expect(counted.wait).toBe(0);
    await counted.wasRight();
  }
  expect((await countGuess(request(), email)).wait).toBe(0);
});

test('simultaneous attempts are counted one by one', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, () => countAttempt('sign-in-test', 'x', { max: 40, windowSeconds: 3600 })),
  );
  expect(outcomes.filter((wait) => wait === 0).length).toBe(40);
  expect(Math.min(...outcomes.filter((wait) => wait > 0))).toBeGreaterThan(3500);
});

describe('the cookie of a known device', () => {
  const password = { secondFactor: false };
  const value = (line: string) => line.split(';')[0] ?? '';

  test('remembers several accounts, and drops the least recently used', () => {
    let cookie = '';
    for (let count = 1; count <= 9; count++)
      cookie = value(rememberDevice(cookie, `p${count}@example.com`, password));
    expect(knownDevice(cookie, 'p1@example.com')).toBeNull();
    for (let count = 2; count <= 9; count++)
      expect(knownDevice(cookie, `P${count}@example.com`)).not.toBeNull();
  });

  test('remembers for each account whether a second factor was used', () => {
    const both = { secondFactor: true };
    let cookie = value(rememberDevice('', 'p1@example.com', both));
    cookie = value(rememberDevice(cookie, 'p2@example.com', password));
    expect(knownDevice(cookie, 'p1@example.com', both)).not.toBeNull();
    expect(knownDevice(cookie, 'p2@example.com', both)).toBeNull();
    for (const email of ['p1@example.com', 'p2@example.com'])
      expect(knownDevice(cookie, email)).not.toBeNull();
    cookie = value(rememberDevice(cookie, 'p1@example.com', password));
    expect(knownDevice(cookie, 'p1@example.com', both)).not.toBeNull();
  });

  test.each(['', 'farmgate.device=', 'farmgate.device=x.y', `farmgate.device=${'a'.repeat(5000)}`])(
    'with invented content (%j) matches no account',
    (cookie) => expect(knownDevice(cookie, 'p1@example.com')).toBeNull(),
  );

  test('does not work on another device', () => {
    const mine = value(rememberDevice(null, 'p1@example.com', password)).replace('farmgate.device=', '');
    const other = value(rememberDevice(null, 'p2@example.com', password)).replace('farmgate.device=', '');
    const forged = `farmgate.device=${other.split('.')[0]}.${mine.split('.')[1]}`;
    expect(knownDevice(forged, 'p1@example.com')).toBeNull();
  });

  test('belongs to this host only, behind HTTPS', () => {
    expect(secured(rememberDevice(null, 'p1@example.com', password))).toMatch(
      /^__Host-farmgate\.device=[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
    );
  });
});
