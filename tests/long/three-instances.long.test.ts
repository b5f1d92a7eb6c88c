/**
 * Three instances behind nginx, PgBouncer, a primary with a synchronous replica, and an S3 store for files. They are
 * upgraded, restarted and failed over under load. `MINUTES=10 RATE=200 ORDERS=2000` gives the full sizes of
 * docs/evidence/reliability.md, and so does RATE=100.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { customerPhotos } from '#db/schema/customers.ts';
import { s3Store } from '#platform/files/s3-store.ts';
import { keyIdOf } from '#platform/secrets/keyring.ts';
import { placeOrder, startCheckouts } from '#tests/support/checkout-load.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { openLive } from '#tests/support/live.ts';
import { lostOrders } from '#tests/support/lossy-shop.ts';
import { lateRequests, type MixedLoad, percentile, startMixedLoad } from '#tests/support/mixed-load.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';
import { openS3Peer, type S3Peer } from '#tests/support/s3-peer.ts';
import { seen, whole } from '#tests/support/seen.ts';
import { aSlot } from '#tests/support/shop.ts';
import {
  type Customers,
  checkOut,
  memoryOf,
  openForCustomers,
  previousVersion,
  receiverOf,
  root,
  startThreeInstances,
  type ThreeInstances,
  whatIsMissing,
} from '#tests/support/three-instances.ts';

const RATE = Number(process.env.RATE ?? 40);
const MINUTES = Number(process.env.MINUTES ?? 0.5);
const ORDERS = Number(process.env.ORDERS ?? 300);
/** The runs that have rows in docs/evidence/reliability.md. */
const sizes = `${MINUTES} ${RATE} ${ORDERS}`;
const [isLarge, isFull, isSmall] = ['10 200 2000', '10 100 2000', '0.5 40 300'].map((each) => each === sizes);
/** Seconds between two restarts. */
const RESTART_EVERY = MINUTES < 2 ? 5 : 30;

const missing = whatIsMissing();
if (missing !== null)
  console.info(`Left out, because ${missing} is not installed: npm run three-instances -- install`);

describe.skipIf(missing !== null)('three instances', () => {
  const slots = Array.from({ length: 24 }, (_, nth) => aSlot(nth));
  const earlier = previousVersion();
  let earlierFolder: string | null = null;
  let peer: S3Peer;
  let shop: ThreeInstances;
  let customers: Customers;
  /** Paths of product pictures. */
  let pictures: string[];

  beforeAll(async () => {
    if (missing !== null) return;
    if (earlier !== null) {
      earlierFolder = mkdtempSync('/var/tmp/farmgate-earlier-');
      checkOut(earlier, earlierFolder);
    }
    peer = await openS3Peer();
    const { endpoint, region, bucket, accessKeyId, secretAccessKey } = peer.options;
    shop = await startThreeInstances(earlierFolder ?? root, {
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    });
    customers = openForCustomers(earlierFolder ?? root, shop);
    pictures = [];
    for (const [nth, productId] of customers.productIds.slice(0, 4).entries()) {
      const path = `/admin/product-pictures?product=${productId}`;
      const instance = shop.origins[nth % 3] ?? '';
      expect(await upload(instance + path, 'picture', customers.admin)).toBe('Image updated');
      const page = await (await fetch(`${shop.origin}/products/${productId}`)).text();
      pictures.push(/\/media\/[\w/-]+\.webp/.exec(page)?.[0] ?? expect.fail('the page shows no picture'));
    }
  }, 600_000);
  afterAll(async () => {
    await shop?.stop();
    await peer?.stop();
    if (earlierFolder !== null) rmSync(earlierFolder, { recursive: true, force: true });
  }, 120_000);

  /** Uploads a picture as a page does. @returns the shop's message */
  async function upload(address: string, field: string, cookie: string): Promise<string> {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const image = sharp({ create: { width: 900, height: 600, channels: 3, background: 'black', noise } });
    const form = new FormData();
    form.append(field, new Blob([new Uint8Array(await image.jpeg().toBuffer())]), 'picture.jpg');
    const headers = {
      Origin: shop.origin,
      'Sec-Fetch-Site': 'same-origin',
      Accept: 'application/json',
      cookie,
    };
    const answer = await fetch(address, { method: 'POST', headers, body: form });
    const { message } = await answer.json();
    return message;
  }

  function startLoad(rate: number): MixedLoad {
    const load = startMixedLoad({ origin: shop.origin, rate, slots, pictures, ...customers });
    onTestFinished(() => load.stop());
    return load;
  }

  /** No request failed, pictures were served, and every acknowledged order is there. @returns the p95 in milliseconds */
  async function expectNothingLost(load: MixedLoad, tell: (words: string) => void): Promise<number> {
    await load.stop();
    const lost = await lostOrders(shop.db, load.acknowledged);
    const times = load.answered.map(({ time }) => time);
    const slowest = percentile(times, 0.95);
    const [p50, p95, longest] = [0.5, 0.95, 1].map((share) => whole(percentile(times, share)));
    tell(
      `${load.failed.length} of ${whole(times.length)} requests failed, ${lost.length} of ${whole(load.acknowledged.length)} orders lost; ` +
        `p50 ${p50} ms, p95 ${p95} ms, longest ${longest} ms`,
    );
    expect(load.failed.slice(0, 20)).toEqual([]);
    expect(lost).toEqual([]);
    expect(load.acknowledged.length).toBeGreaterThan(0);
    expect(load.answered.some(({ request }) => request.startsWith('GET /media/'))).toBe(true);
    return slowest;
  }

  test.skipIf(earlier === null)(
    'an upgrade with migrations behind a long transaction fails no request',
    async () => {
      const load = startLoad(RATE);
      const url = (shop.db.$client.options as pg.PoolConfig).connectionString;
      const reader = new pg.Client({ connectionString: url });
      await reader.connect();
      const newest = async () => {
        const { rows } = await reader.query(
          'select max(created_at) as newest from drizzle.__drizzle_migrations',
        );
        return Number(rows[0].newest);
      };
      const before = await newest();
      // As a backup does: it reads every table, and keeps its locks until its end.
      await reader.query('begin');
      const { rows } = await reader.query<{ name: string }>(
        `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
      );
      for (const { name } of rows) await reader.query(`select from ${name} limit 1`);
      const upgraded = shop.run('upgrade', root);
      await pause(8000);
      await reader.query('commit');
      await upgraded;
      expect(await newest()).toBeGreaterThan(before);
      await reader.end();
      await expectNothingLost(load, (words) => {
        if (isFull) seen('upgrade-at-100', words);
        else seen('upgrade-at-40', words, isSmall);
      });
      expect(await checkInvariants(shop.db)).toEqual([]);
    },
  );

  test(`${RATE} requests a second for ${MINUTES} minutes, an instance restarted every ${RESTART_EVERY} s`, async () => {
    const load = startLoad(RATE);
    const memory: number[] = [];
    const end = performance.now() + MINUTES * 60_000;
    for (let round = 0; performance.now() < end; round++) {
      const next = performance.now() + RESTART_EVERY * 1000;
      await shop.run('restart', String(1 + (round % 3)));
      memory.push(memoryOf(shop.instances()));
      await pause(Math.max(0, next - performance.now()));
    }
    const megabytes = (values: number[]) =>
      Math.round(values.reduce((sum, value) => sum + value, 0) / values.length / 1024);
    // After each was restarted once, because an old process is larger than a young one.
    const [first = 0, last = 0] = [memory.slice(3, 6), memory.slice(-3)].map(megabytes);
    const grown =
      memory.length < 9 ? '' : `; ${first} MB after the first round of restarts, ${last} after the last`;
    const p95 = await expectNothingLost(load, (words) => {
      if (isLarge) seen('restarts-at-200', words + grown);
      else if (isFull) seen('restarts-at-100', words + grown);
      else seen('restarts-at-40', words + grown, isSmall);
    });
    if (!isLarge) return;
    expect(p95, lateRequests(load.answered, 100).slice(0, 20).join('\n')).toBeLessThan(100);
    expect(last).toBeLessThan(first * 1.15);
  });

  test('an open page hears of an order that another instance took, and through nginx at once', async () => {
    const [cookie = '', userId] = [customers.cookies[0], customers.userIds[0]];
    const open = () => openLive(shop.origin, cookie, `user:${userId}`);
    // nginx goes round, so each is at another instance.
    const streams = await Promise.all([open(), open(), open()]);
    onTestFinished(() => {
      for (const stream of streams) stream.leave();
    });
    const productId = customers.productIds[0] ?? 0;
    await placeOrder(shop, { cookie, key: randomUUID(), productId, slot: slots[0] ?? '' });
    for (const stream of streams)
      await expect.poll(() => stream.heard, { timeout: 2000 }).toContain(`topics ["user:${userId}"]`);
    seen('order-at-another-instance', 'so');
  });

  const primaryNow = () => readFileSync(join(shop.folder, 'primary'), 'utf8').trim() as 'a' | 'b';
  const replicaNow = () => (primaryNow() === 'a' ? 'b' : 'a');

  /** Reads analytics and an export as an admin. Returns how many connections for reports each server has then. */
  async function readReports(): Promise<Record<'primary' | 'replica', number>> {
    const cookie = await signedIn(shop.db, await aPerson(shop.db, { role: 'admin' }));
    for (const page of ['/admin/analytics', '/admin/month-end', '/admin/customers/export']) {
      const answer = await fetch(`${shop.origin}${page}`, { headers: { cookie }, redirect: 'manual' });
      expect([page, answer.status]).toEqual([page, 200]);
      expect(await answer.text()).not.toContain('did not load');
    }
    const connections = async (server: 'a' | 'b') => {
      const found = `select from pg_stat_activity where application_name = 'farmgate reports'`;
      return (await shop.ask(server, found).catch(() => [])).length;
    };
    return { primary: await connections(primaryNow()), replica: await connections(replicaNow()) };
  }

  test('reports are read from the replica', async () => {
    expect(await readReports()).toEqual({ primary: 0, replica: expect.toSatisfy((many) => many > 0) });
  });

  test(`the primary killed after ${ORDERS} orders: writes again within 30 s, no acknowledged order lost`, async () => {
    const load = startCheckouts(shop, customers.cookies.slice(0, 8), {
      productId: customers.productIds[0] ?? 0,
      slot: slots[0] ?? '',
    });
    onTestFinished(load.stop);
    await expect.poll(() => load.acknowledged.length, { timeout: 300_000 }).toBeGreaterThan(ORDERS);
    const primary = primaryNow();
    const pid = Number.parseInt(
      readFileSync(join(shop.folder, 'postgres', primary, 'postmaster.pid'), 'utf8'),
      10,
    );
    // Four seconds of orders that the replica does not have: none of them may be acknowledged.
    const receiver = receiverOf(primary === 'a' ? 'b' : 'a');
    process.kill(receiver, 'SIGSTOP');
    await pause(4000);
    process.kill(pid, 'SIGKILL');
    process.kill(receiver, 'SIGCONT');
    const backAfterMs = Math.round(await load.nextOrder(60_000));
    await pause(2000);
    await load.stop();
    const now = primaryNow();
    const lost = await lostOrders(shop.db, load.acknowledged);
    const words =
      `${lost.length} of ${whole(load.acknowledged.length)} lost; orders again after ${(backAfterMs / 1000).toFixed(1)} s; ` +
      `${whole(load.cutOff.length)} attempts refused`;
    if (isFull || isLarge) seen('primary-killed-after-2000', words);
    else seen('primary-killed-after-300', words, isSmall);
    expect(now).not.toBe(primary);
    expect(lost).toEqual([]);
    expect(backAfterMs).toBeLessThan(30_000);
    expect(load.surprises).toEqual([]);
    expect(await checkInvariants(shop.db)).toEqual([]);
    // Whoever starts the former primary gets a reader.
    expect(readFileSync(join(shop.folder, 'postgres', primary, 'standby.signal'), 'utf8')).toBe('');
    // Without a replica the primary gives the reports; the new one gives them without a restart.
    await readReports();
    await shop.run('rejoin');
    expect(await shop.run('status')).toContain('in sync');
    await expect.poll(readReports).toEqual({ primary: 0, replica: expect.toSatisfy((many) => many > 0) });
    const attempt = startLoad(20);
    await pause(3000);
    await expectNothingLost(attempt, console.info);
  });

  test('a license photo uploaded through one instance is decrypted by the others, and no file is on their machine', async () => {
    const [cookie = '', userId = ''] = [customers.cookies[0], customers.userIds[0]];
    const [one = '', ...others] = shop.origins;
    expect(await upload(`${one}/profile/license-photo`, 'photo', cookie)).toBe('License photo saved.');
    const [photo] = await shop.db.select().from(customerPhotos).where(eq(customerPhotos.userId, userId));
    const { id, fileKey } = photo ?? expect.fail('there is no photo');
    for (const other of others) {
      const answer = await fetch(`${other}/photos/${id}`, { headers: { cookie } });
      const { format, width } = await sharp(await answer.arrayBuffer()).metadata();
      expect({ status: answer.status, format, width }).toEqual({ status: 200, format: 'jpeg', width: 900 });
    }
    const files = ['files', 'instances'].flatMap((name) =>
      readdirSync(join(shop.folder, name), { recursive: true, encoding: 'utf8' }),
    );
    expect(files.filter((name) => /photos|products|\.(jpe?g|webp)$/.test(name))).toEqual([]);
    const stored = await s3Store(peer.options).get(fileKey);
    // Throws if it is not encrypted.
    keyIdOf(await new Response(stored?.body).bytes());
    seen('photo-at-another-instance', 'so');
  });
});
