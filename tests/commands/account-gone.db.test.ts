/** A request in progress while its account is deleted is answered as if signed out, and saves nothing. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { type ActionFunctionArgs, RouterContextProvider, type ServerBuild } from 'react-router';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import { readPreferences } from '#core/ground/notifications/preferences-queries.server.ts';
import { requestSmsCode } from '#core/ground/notifications/request-sms-code.server.ts';
import { savePreferences } from '#core/ground/notifications/save-preferences.server.ts';
import { savePushSubscription } from '#core/ground/notifications/save-push-subscription.server.ts';
import { downloadData } from '#core/records/account-data/download-data.server.ts';
import { reserveProduct } from '#core/sales/checkout/reserve-product.server.ts';
import { sessions, users } from '#db/schema/identity.ts';
import { pushSubscriptions, smsConsents, smsNumbers, userPreferences } from '#db/schema/notifications.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import { openPush } from '#platform/outgoing/push.ts';
import { openSms } from '#platform/outgoing/sms.ts';
import { type RequestInfo, requestInfo } from '#platform/requests/request-context.ts';
import { answeringWhileAway } from '#server/pages/database-away.ts';
import { action as checkout } from '#shop/checkout/checkout.page.tsx';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aMug, openForOrders } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { openPushService } from '#tests/support/push-service.ts';

let opened: FreshDatabase;
let mug: number;
let service: Awaited<ReturnType<typeof openPushService>>;
beforeAll(async () => {
  opened = await freshDatabase();
  service = await openPushService();
  openPush({ ownServices: [service.origin] });
  openSms({ url: 'https://sms.example/', method: 'POST', headers: '', body: '{}' });
  await openForOrders(opened.db);
  mug = await aMug(opened.db, { onHand: 50 });
});
afterAll(async () => {
  openSms(null);
  await service.stop();
  await opened.stop();
});

async function somebody(): Promise<SignedIn> {
  const person = await aPerson(opened.db);
  const { userId } = person;
  const [session] = await opened.db
    .insert(sessions)
    .values({ userId, token: randomUUID(), expiresAt: new Date(Date.now() + 86_400_000) })
    .returning({ id: sessions.id });
  return { ...person, sessionId: session?.id ?? '' };
}

const commands: Record<string, (actor: SignedIn) => Promise<unknown>> = {
  'saving preferences': async (actor) => savePreferences(actor, await readPreferences(actor.userId)),
  'asking for a code by text message': (actor) => requestSmsCode(actor, '+15185550171'),
  'giving a browser for push messages': (actor) => savePushSubscription(actor, service.browser(), true),
  'reserving a product': (actor) =>
    reserveProduct(actor, { productId: mug, quantity: 1, key: randomUUID(), again: false }),
};

/** The shop's response to a form on this route: its status and redirect target. */
async function answerTo(
  actor: SignedIn,
  command: (args: ActionFunctionArgs) => Promise<unknown>,
  { isPage, accept, body = 'note=typed' }: { isPage: boolean; accept: string; body?: string },
) {
  const module = { ...(isPage ? { default: () => null } : {}), action: command };
  const routes = answeringWhileAway({
    routes: { one: { id: 'one', module } },
  } as unknown as ServerBuild).routes;
  const context = new RouterContextProvider();
  context.set(requestInfo, { id: 'a request' } as RequestInfo);
  context.set(actorContext, actor);
  const headers = {
    accept,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
  };
  const request = new Request('http://shop.test/somewhere', { method: 'POST', body, headers });
  const args = { request, context, params: {}, url: new URL(request.url) } as unknown as ActionFunctionArgs;
  const answer: unknown = await Promise.resolve(routes.one?.module.action?.(args)).catch(
    (thrown: unknown) => thrown,
  );
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get('location') };
  return { status: (answer as { init?: { status?: number } }).init?.status, to: null };
}

const browser = 'text/html,*/*';
const tables = { userPreferences, smsConsents, smsNumbers, pushSubscriptions, pickupReservations };
const counts = () =>
  Promise.all(
    Object.values(tables).map(async (table) => (await opened.db.select({ one: sql`1` }).from(table)).length),
  );

test.each(Object.entries(commands))('%s', async (_name, command) => {
  const before = await counts();
  for (const [how, expected] of [
    [
      { isPage: true, accept: browser },
      { status: 401, to: null },
    ],
    [
      { isPage: false, accept: browser },
      { status: 302, to: '/login' },
    ],
    [
      { isPage: false, accept: '*/*' },
      { status: 401, to: null },
    ],
  ] as const) {
    const actor = await somebody();
    await opened.db.delete(users).where(eq(users.id, actor.userId));
    expect(await answerTo(actor, () => command(actor), how)).toEqual(expected);
  }
  expect(await counts()).toEqual(before);
});

test('placing an order', async () => {
  const actor = await somebody();
  await opened.db.delete(users).where(eq(users.id, actor.userId));
  const body = new URLSearchParams({
    key: randomUUID(),
    lines: `${mug}:1`,
    pickup: new Date(Date.now() + 86_400_000).toISOString(),
  }).toString();
  const answer = await answerTo(actor, (args) => checkout(args as Parameters<typeof checkout>[0]), {
    isPage: true,
    accept: browser,
    body,
  });
  expect(answer).toEqual({ status: 401, to: null });
});

test('the download of the customer’s data asks for a sign-in', async () => {
  const actor = await somebody();
  const request = new Request('http://shop.test/your-data/download', { method: 'POST' });
  await opened.db.delete(users).where(eq(users.id, actor.userId));
  expect(await downloadData(request, actor, '2026-11-21')).toMatchObject({
    problem: { kind: 'sign-in-too-old' },
  });
});

test('a reference missing for another reason stays a fault', async () => {
  const actor = await somebody();
  const nothing = () =>
    opened.db.insert(userPreferences).values({ userId: randomUUID() }) as unknown as Promise<unknown>;
  const answer = answerTo(actor, nothing, { isPage: true, accept: browser });
  expect(await answer).toEqual({ status: undefined, to: null });
});
