import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLIENT_ADDRESS_HEADER } from '#core/accounts/identity/sessions/client-address.server.ts';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { keyFor, openSecrets } from '#platform/secrets/secrets.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { TEST_SECRET } from '#tests/support/secret.ts';
import { Visitors } from './visitors.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  openSecrets({ given: TEST_SECRET, dataFolder: '.' });
});
afterAll(() => fresh.stop());

const request = (address: string, cookie = '') =>
  new Request('http://localhost/', { headers: { [CLIENT_ADDRESS_HEADER]: address, cookie } });
const session = (token: string, secret = keyFor('auth').toString('base64url')) => {
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return `farmgate.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
};
const person = (userId: string, role: SignedIn['role']): SignedIn => ({
  ...{ kind: 'user', userId, sessionId: 's', email: 'a@example.com', name: 'A', role, isBanned: false },
});

test('a guest counts by address only, and an IPv6 guest by the home’s prefix', () => {
  const visitors = new Visitors();
  expect(visitors.of(request('192.0.2.1'))).toEqual({ address: '192.0.2.1', person: null, worksHere: false });
  expect(visitors.of(request('2001:db8:1:2:3:4:5:6')).address).toBe('2001:db8:1:2');
  expect(visitors.of(request('192.0.2.1', session('made-up', 'another secret'))).person).toBeNull();
});

test('sessions of one person count together after each one’s first response', () => {
  const visitors = new Visitors();
  const [phone, laptop] = ['phone', 'laptop'].map((token) => request('192.0.2.1', session(token)));
  if (!phone || !laptop) throw new Error('two requests were made');
  expect(visitors.of(phone).person).not.toBe(visitors.of(laptop).person);
  for (const each of [phone, laptop]) visitors.learn(each, person('u1', 'user'));
  expect([phone, laptop].map((each) => visitors.of(each).person)).toEqual(['u1', 'u1']);
  expect(visitors.of(phone).worksHere).toBe(false);
  visitors.learn(phone, person('u2', 'staff'));
  expect(visitors.of(phone)).toMatchObject({ person: 'u2', worksHere: true });
});

test('the cookie of an ended session counts as a guest, so old cookies earn no shares', () => {
  const visitors = new Visitors();
  const ended = request('192.0.2.1', session('ended'));
  visitors.learn(ended, null);
  expect(visitors.of(ended).person).toBe('ended');
  visitors.learn(ended, guest);
  expect(visitors.of(ended)).toEqual({ address: '192.0.2.1', person: null, worksHere: false });
});
