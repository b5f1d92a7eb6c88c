import { expect, test } from 'vitest';
import { admission, asksProvider } from './admission.ts';

const post = (path: string) => new Request(`http://localhost${path}`, { method: 'POST' });
const get = (path: string) => new Request(`http://localhost${path}`);
const person = (name: string, address = '192.0.2.1') => ({ address, person: name });
const guestOf = (address: string) => ({ address, person: null });
const never = () => new Promise<Response>(() => undefined);
const answered = () => Promise.resolve(new Response('done'));

test('slow photo uploads block neither orders nor other photos, and their queue has a limit', async () => {
  const admit = admission();
  const photo = (name: string, address: string) =>
    ({ visitor: person(name, address), errand: 'upload' }) as const;
  const slow = photo('slow', '192.0.2.1');
  for (let sender = 0; sender < 26; sender++) void admit(post('/profile/photo'), slow, never);
  expect((await admit(post('/checkout'), { visitor: person('slow'), errand: 'page' }, answered)).status).toBe(
    200,
  );
  const refused = await admit(post('/profile/photo'), slow, answered);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  for (const [name, address] of [
    ['neighbour', '192.0.2.1'],
    ['other', '192.0.2.2'],
  ] as const)
    expect((await admit(post('/profile/photo'), photo(name, address), answered)).status).toBe(200);
});

test('customers of one address cannot fill all places for uploads, and staff have their own', async () => {
  const admit = admission();
  for (let sender = 0; sender < 40; sender++)
    void admit(post('/profile/photo'), { visitor: person(`c${sender}`), errand: 'upload' }, never);
  const other = { visitor: person('other', '192.0.2.2'), errand: 'upload' } as const;
  expect((await admit(post('/profile/photo'), other, answered)).status).toBe(200);
  const staff = { visitor: person('staff'), errand: 'office-upload' } as const;
  expect((await admit(post('/admin/product-pictures'), staff, answered)).status).toBe(200);
});

test('a silent provider blocks no pages, and one address does not block every sign-in', async () => {
  const admit = admission();
  for (let sign = 0; sign < 30; sign++)
    void admit(get('/login/with/farm'), { visitor: guestOf('192.0.2.1'), errand: 'outside' }, never);
  for (const [path, address, errand] of [
    ['/login', '192.0.2.1', 'page'],
    ['/login/with/farm', '192.0.2.2', 'outside'],
  ] as const)
    expect((await admit(get(path), { visitor: guestOf(address), errand }, answered)).status).toBe(200);
});

test.each([
  ['/login/with/farm', true],
  ['/LOGIN/With/farm', true],
  ['/%4cogin/wit%68/farm', true],
  ['/login/with/farm.data', true],
  ['/login', false],
  ['/products', false],
  ['/login/with/%E0%A4%A', true],
  ['/orders/%E0%A4%A', false],
])('%s asks a provider: %s', (pathname, asks) => {
  expect(asksProvider(pathname)).toBe(asks);
});

test('twenty simultaneous guests of one address are all served', async () => {
  const admit = admission();
  const soon = async () => {
    await new Promise((resume) => setTimeout(resume, 10));
    return new Response('done');
  };
  const guests = Array.from({ length: 20 }, () =>
    admit(get('/sign-up'), { visitor: guestOf('192.0.2.1'), errand: 'page' }, soon),
  );
  for (const answer of await Promise.all(guests)) expect(answer.status).toBe(200);
});

test.each([
  ['a handful of addresses', (at: number) => guestOf(`192.0.2.${at}`)],
  ['the accounts of two addresses', (at: number) => person(`a${at}`, `192.0.2.${at % 2}`)],
])('a full line of %s blocks no stranger’s page', async (_, visitorOf) => {
  const admit = admission();
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = () => promise.then(answered);
  const crowd = Array.from({ length: 600 }, (_, request) =>
    admit(get('/cart'), { visitor: visitorOf(request % 6), errand: 'page' }, slow),
  );
  const stranger = { ...visitorOf(6), address: '198.51.100.1' };
  const strangers = admit(get('/cart'), { visitor: stranger, errand: 'page' }, answered);
  resolve();
  expect((await strangers).status).toBe(200);
  expect((await Promise.all(crowd)).some(({ status }) => status === 503)).toBe(true);
});
