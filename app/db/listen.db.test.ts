/** Listening for changes over a connection that breaks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { listen } from './listen.ts';

let opened: FreshDatabase;
let folder: string;
beforeAll(async () => {
  opened = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), 'farmgate-listen-'));
});
afterAll(async () => {
  await opened.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A route to the database that can be cut: while it is cut, new connections are dropped at once. */
async function cuttable() {
  const direct = new URL(opened.url);
  const port = direct.searchParams.get('port') ?? '5432';
  const target = join(direct.searchParams.get('host') ?? '', `.s.PGSQL.${port}`);
  const place = mkdtempSync(join(folder, 'way-'));
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    near.on('error', () => undefined);
    if (isCut) return near.destroy();
    const far = connect(target);
    far.on('error', () => undefined);
    for (const socket of [near, far]) sockets.add(socket);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    return near.pipe(far).pipe(near);
  });
  await new Promise<void>((ready) => server.listen(join(place, `.s.PGSQL.${port}`), ready));
  direct.searchParams.set('host', place);
  return {
    url: direct.href,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    mend: () => {
      isCut = false;
    },
    close: () => server.close(),
  };
}

test('after an outage with many failed attempts one connection listens, and each notification arrives once', async () => {
  const way = await cuttable();
  const heard: string[] = [];
  let returns = 0;
  const listener = await listen({
    url: way.url,
    channel: 'weather',
    onNotify: (payload) => heard.push(payload),
    onReconnect: () => {
      returns += 1;
    },
  });
  way.cut();
  await pause(1200);
  way.mend();
  await expect.poll(() => returns, { timeout: 10_000 }).toBeGreaterThan(0);
  await pause(1500);
  await opened.db.execute(sql`select pg_notify('weather', 'rain')`);
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  await pause(100);
  expect(heard).toEqual(['rain']);
  expect(returns).toBe(1);

  await listener.stop();
  const left = async () =>
    (
      await opened.db.execute(
        sql`select pid from pg_stat_activity where application_name = 'farmgate listens: weather'`,
      )
    ).rows;
  await expect.poll(left, { timeout: 10_000 }).toEqual([]);
  way.close();
});

test('a listener stopped while it reconnects stays stopped', async () => {
  const way = await cuttable();
  let returns = 0;
  const listener = await listen({
    url: way.url,
    channel: 'news',
    onNotify: () => undefined,
    onReconnect: () => {
      returns += 1;
    },
  });
  way.cut();
  await pause(300);
  await listener.stop();
  way.mend();
  await pause(1500);
  expect(returns).toBe(0);
  way.close();
});
