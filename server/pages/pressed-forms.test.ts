import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { rememberPressed } from '#core/accounts/identity/sessions/pressed-form.server.ts';
import {
  newSessionToken,
  writeSessionCookie,
} from '#core/accounts/identity/sessions/session-cookie.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { newId } from '#kernel/ids.ts';
import { asSentBack, cartCookie } from '#platform/requests/cookies.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { TEST_SECRET } from '#tests/support/secret.ts';
import { onReturn, remember } from './pressed-forms.ts';

openSecrets({ given: TEST_SECRET, dataFolder: '.' });

const customer: SignedIn = {
  ...{ kind: 'user', userId: newId(), sessionId: 's', email: 'a@example.com', name: 'A' },
  ...{ role: 'user', isBanned: false },
};

/** The cart at checkout, for a person who is back from the sign-in there. */
function cartBackAt(lines: string): string | null {
  const line = rememberPressed({
    ...{ why: 'sign-in', owner: { userId: customer.userId }, page: '/checkout', action: '/checkout' },
    fields: [['lines', lines]],
  });
  const headers = { cookie: asSentBack(line ?? '') };
  const request = new Request('http://shop.example/checkout', { headers });
  const context = new RouterContextProvider();
  context.set(actorContext, customer);
  const args = { request, context, params: {}, url: new URL(request.url), pattern: '/checkout' };
  return cartCookie.read(onReturn(args).request.headers.get('cookie'));
}

test('checkout gets the cart back that was sent', () => {
  expect(cartBackAt('12:2.57:1')).toBe('12:2.57:1');
});

test('a cart that no page of ours sent is read as a cart is, and does not keep checkout from loading', () => {
  expect(cartBackAt('☃')).toBeNull();
  expect(cartBackAt('12:2\r\n')).toBeNull();
  expect(cartBackAt('12:2; age_verified=1')).toBeNull();
  expect(cartBackAt('12:2.☃')).toBe('12:2');
});

/** The names of the cookies that the answer to a form with an ended session writes; the route has no page. */
async function cookiesAfter(path: string, accept: string): Promise<string[]> {
  const session = asSentBack(writeSessionCookie(newSessionToken(customer.userId)));
  const headers = { cookie: session, accept, referer: 'http://shop.example/counter/orders/ORD001' };
  const request = new Request(`http://shop.example${path}`, { method: 'POST', headers });
  const context = new RouterContextProvider();
  context.set(actorContext, { kind: 'guest' });
  const args = { request, context, params: {}, url: new URL(request.url), pattern: path };
  const sent = async () => ({ action: path, fields: [['a', '1'] as [string, string]], secrets: [] });
  const answer = new Response(null, { status: 302, headers: { Location: '/login?mode=admin' } });
  const remembered = await remember(answer, args, { isPage: false, isForm: true, sent });
  const lines = remembered && 'answer' in remembered ? remembered.answer.headers.getSetCookie() : [];
  return lines.map((line) => line.split('=')[0] ?? '');
}

test('what a script sends by itself, as a tablet does, does not take the place of what was pressed', async () => {
  expect(await cookiesAfter('/counter/tablet', '*/*')).toEqual([]);
  expect(await cookiesAfter('/notifications/newest', 'application/json')).toEqual([]);
  expect(await cookiesAfter('/favorites', 'text/html,*/*')).toEqual(['pressed', 'flash']);
  expect(await cookiesAfter('/favorites.data', '*/*')).toEqual(['pressed', 'flash']);
});
