/** A screen for customers over HTTP: paired by its code, told by the stream, and of no use anywhere else. */
import { setTimeout } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { DisplayView } from '#core/sales/displays/display.ts';
import { offeredSlots } from '#core/sales/pickup/slots.ts';
import { displays } from '#db/schema/displays.ts';
import { registers } from '#db/schema/line.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FarmShop, farmShop } from '#tests/support/farm-shop.ts';
import { anOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { inParallel, postForm } from '#tests/support/requests.ts';
import { routePaths } from '#tests/support/route-paths.ts';

let fresh: FarmShop;
let app: Application;
let order: string;
/** Of the paired screen, as its browser sends it; and of the tablet that chose the register. */
let screen: string;
let tablet: string;

beforeAll(async () => {
  fresh = await farmShop();
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
  const { pickup, store } = await readSettings();
  const slots = offeredSlots({ ...pickup, zone: store.zone }, Temporal.Now.instant());
  const customer = await aPerson(fresh.db, { name: 'Quentin Xavier' });
  order = await anOrder(
    customer,
    [[fresh.goods[8] ?? 0, 1]],
    slots[1]?.slots.at(-1)?.startsAt.toString() ?? '',
    Temporal.Now.instant(),
  );
});
afterAll(async () => {
  await app?.stop();
  await fresh.stop();
});

const asStaff = (path: string, fields: Record<string, string>, cookie = fresh.kim) =>
  postForm(app, path, fields, { cookie });
async function stateOf(cookie: string): Promise<DisplayView> {
  const answer = await postForm(app, '/display/state', {}, { cookie });
  return (await answer.json()) as DisplayView;
}

test('a screen shows a code, and once staff typed it what is in front of their register', async () => {
  const page = await fetch(`${app.origin}/display`);
  const line = page.headers.getSetCookie().find((each) => each.includes('farmgate.display')) ?? '';
  expect(line).toMatch(/; HttpOnly; SameSite=Lax/);
  screen = line.split(';', 1)[0] ?? '';
  const first = await stateOf(screen);
  expect(first.kind).toBe('code');
  await asStaff('/counter/registers', { intent: 'add', name: 'Register 1' });
  const [register] = await fresh.db.select().from(registers);
  const shows = register?.id ?? '';
  const chosen = await asStaff('/counter/registers', { intent: 'choose', id: shows });
  const choice = chosen.headers.getSetCookie().find((each) => each.includes('register=')) ?? '';
  tablet = `${fresh.kim}; ${choice.split(';', 1)[0]}`;
  const wrong = await asStaff('/counter/registers', { intent: 'pair', code: 'AAAA-AAAA', shows });
  expect(wrong.status).toBe(400);
  const code = first.kind === 'code' ? first.code : '';
  await asStaff('/counter/registers', { intent: 'pair', code: code.toLowerCase(), shows });
  expect((await stateOf(screen)).kind).toBe('idle');
  const shown = await asStaff('/counter/shown', { order, received: '10000', news: '1' }, tablet);
  expect(shown.status).toBe(204);
  const view = await stateOf(screen);
  expect(view).toMatchObject({ kind: 'order', received: 10_000, isPaid: false });
  expect(JSON.stringify(view)).not.toMatch(/Quentin|ORD\d/);
});

test('the stream tells a paired screen at once, ends when it is unpaired, and no one else hears it', async () => {
  const listen = (cookie: string) =>
    fetch(`${app.origin}/display/live`, { headers: { cookie, accept: 'text/event-stream' } });
  expect((await listen(fresh.kim)).status).toBe(403);
  expect((await listen(`farmgate.display=${'A'.repeat(32)}`)).status).toBe(403);
  const stream = await listen(screen);
  expect(stream.status).toBe(200);
  let heard = '';
  const reading = (async () => {
    for await (const bytes of stream.body ?? []) heard += Buffer.from(bytes).toString();
  })();
  await expect.poll(() => heard).toContain('event: hello');
  await asStaff('/counter/shown', { order, received: '20000', news: '1' }, tablet);
  await expect.poll(() => heard, { timeout: 5000 }).toContain('event: topics\ndata: ["register:');
  expect(heard).not.toMatch(/order:|user:|"orders"/);
  const [row] = await fresh.db.select().from(displays);
  const again = await stateOf(screen);
  expect(again).toMatchObject({ received: 20_000 });
  await asStaff('/counter/registers', { intent: 'unpair', id: row?.id ?? '' });
  await expect.poll(() => heard, { timeout: 10_000 }).toContain('event: end\ndata: "access"');
  await reading;
  expect((await stateOf(screen)).kind).toBe('code');
});

test('the cookie of a paired screen opens no other address, for reading or for writing', async () => {
  const first = await stateOf(screen);
  const [register] = await fresh.db.select().from(registers);
  const code = first.kind === 'code' ? first.code : '';
  await asStaff('/counter/registers', { intent: 'pair', code, shows: register?.id ?? '' });
  expect((await stateOf(screen)).kind).toBe('order');
  const paths = (await routePaths())
    .filter((path) => !path.startsWith('/display'))
    .map((path) =>
      path
        .replace(':orderId', order)
        .replaceAll(/:\w+/g, '0197f5c0-0000-7000-8000-000000000001')
        .replace('/*', '/nothing'),
    );
  expect(paths.length).toBeGreaterThan(150);
  const ask = async (path: string, method: 'GET' | 'POST', cookie: string): Promise<string> => {
    const answer = await fetch(app.origin + path, {
      ...{ method, redirect: 'manual', headers: { cookie, origin: app.origin } },
      ...(method === 'POST' ? { body: new URLSearchParams({ intent: 'call', lane: 'pickup' }) } : {}),
    });
    await answer.arrayBuffer();
    // A busy shop asks a client to come again.
    if (answer.status === 503) return setTimeout(500).then(() => ask(path, method, cookie));
    return `${method} ${path} ${answer.status} ${answer.headers.get('location') ?? ''}`;
  };
  const differs: string[] = [];
  await inParallel(paths, 8, async (path) => {
    for (const method of ['GET', 'POST'] as const) {
      const [guest, asScreen] = await Promise.all([ask(path, method, 'a=b'), ask(path, method, screen)]);
      if (guest !== asScreen) differs.push(`${guest} became ${asScreen}`);
    }
  });
  expect(differs.join('\n')).toBe('');
  // And it shows what it showed: none of that changed anything.
  expect((await stateOf(screen)).kind).not.toBe('code');
});
