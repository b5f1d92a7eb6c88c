import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { ordinaryRights } from '#core/ground/access/rights.ts';
import { NOT_BY_PIN, NOT_IN_RIGHTS } from '../accounts/messages.ts';

import { pageOf, requirePermission } from './guards.server.ts';

test.each([
  ['/orders', '/orders'],
  ['/orders.data', '/orders'],
  ['/orders.data?_routes=routes%2Faccount%2Forders&page=2', '/orders?page=2'],
  ['/checkout.data?reservation=1&index', '/checkout?reservation=1'],
  ['/_root.data', '/'],
  ['/products?q=data', '/products?q=data'],
])('a request for %s belongs to the page %s', (url, page) => {
  expect(pageOf(`http://localhost:3000${url}`)).toBe(page);
});

const atWork: SignedIn = {
  kind: 'user',
  userId: 'u',
  sessionId: 's',
  email: 'kim@example.com',
  name: 'Kim Alder',
  role: 'staff',
  isBanned: false,
};

test.each([
  ['staff by PIN without the box', { byPin: true, rights: ordinaryRights }, NOT_IN_RIGHTS],
  ['staff by password without the box', { rights: ordinaryRights }, NOT_IN_RIGHTS],
  ['an admin by PIN, who has it by password', { byPin: true }, NOT_BY_PIN],
])('%s read what would help', (_, more, words) => {
  const context = new RouterContextProvider();
  context.set(actorContext, { ...atWork, ...more });
  let thrown: unknown = null;
  try {
    requirePermission(context, 'ordering.pause');
  } catch (error) {
    thrown = error;
  }
  const answer = thrown as Response;
  expect(answer.headers.get('location')).toBe('/admin/dashboard');
  expect(decodeURIComponent(decodeURIComponent(answer.headers.get('set-cookie') ?? ''))).toContain(words);
});
