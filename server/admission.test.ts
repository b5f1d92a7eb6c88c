import { expect, test } from 'vitest';
import { admission } from './admission.ts';

const request = (path: string) => new Request(`http://localhost${path}`, { method: 'POST' });
const photo = { isCustomer: true, bringsFile: true, asksOutside: false };
const order = { isCustomer: true, bringsFile: false, asksOutside: false };
const never = () => new Promise<Response>(() => undefined);
const answered = () => Promise.resolve(new Response('done'));

test('photos that arrive slowly keep nobody from ordering, and are turned away when there are too many', async () => {
  const admit = admission();
  for (let sender = 0; sender < 30; sender++) void admit(request('/profile/photo'), photo, never);
  expect((await admit(request('/checkout'), order, answered)).status).toBe(200);
  const refused = await admit(request('/profile/photo'), photo, answered);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
});

test('a provider that does not answer keeps nobody from the pages', async () => {
  const admit = admission();
  const get = (path: string) => new Request(`http://localhost${path}`);
  const stranger = { isCustomer: false, bringsFile: false, asksOutside: false };
  for (let sign = 0; sign < 30; sign++)
    void admit(get('/login/with/farm'), { ...stranger, asksOutside: true }, never);
  expect((await admit(get('/login'), stranger, answered)).status).toBe(200);
});
