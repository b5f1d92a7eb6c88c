/** Which process of a demo plays Metrc: the first one, and another when it is gone. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTracking, trackingSystem } from '#core/goods/tracking/open-tracking.server.ts';
import { readTrackingOptions } from '#core/running/connections/open-connections.server.ts';
import {
  connectPractice,
  openPracticeTracking,
  readPractice,
} from '#core/running/connections/practice-connection.server.ts';
import { inTransaction } from '#db/client.ts';
import { shopConnections } from '#db/schema/connections.ts';
import { lots, stockLedger } from '#db/schema/stock.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aProduct } from '#tests/support/people.ts';
import { openPractice } from './open-practice.ts';
import { openedPractice } from './practice.ts';

const tag = '1A4FF0100000022000000001';
const other = '1A4FF0100000022000000002';

/** A process of the demo. */
type Playing = {
  folder: string;
  open: NonNullable<ReturnType<typeof openedPractice>>;
  stop(): Promise<void>;
};

let fresh: FreshDatabase;
const playing: Playing[] = [];

function aProcess(): Playing {
  const folder = mkdtempSync(join(tmpdir(), 'farmgate-practice-'));
  const stop = openPractice({ dataFolder: folder });
  const open = openedPractice();
  if (!open) throw new Error('not opened');
  const made = { folder, open, stop };
  playing.push(made);
  return made;
}

beforeAll(async () => {
  fresh = await freshDatabase();
  const productId = await aProduct(fresh.db, { onHand: 10 });
  await fresh.db.update(lots).set({ packageTag: tag }).where(eq(lots.productId, productId));
});
beforeEach(() => inTransaction(connectPractice));
afterEach(async () => {
  for (const { stop, folder } of playing.splice(0)) {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
  await fresh.db.delete(shopConnections);
});
afterAll(() => fresh.stop());

test('it starts when it is first needed, and has the packages of the lots', async () => {
  const { folder, open } = aProcess();
  openTracking(readTrackingOptions);
  expect(readdirSync(folder)).toEqual([]);
  const system = await trackingSystem();
  expect(system?.place).toBe('Metrc for practice, in this demo');
  expect(await system?.packages()).toEqual(
    expect.arrayContaining([expect.objectContaining({ tag, quantity: 10, hasPassed: true })]),
  );
  expect(readdirSync(folder)).toEqual(['metrc-practice.json']);
  expect((await open()).at).toBe('here');
});

test('what was sold today is not in it yet, so that a shop that reports from today on agrees', async () => {
  const { open } = aProcess();
  const productId = await aProduct(fresh.db, { onHand: 10 });
  const own = eq(lots.productId, productId);
  const [lot] = await fresh.db.update(lots).set({ packageTag: other }).where(own).returning();
  const row = { productId, lotId: lot?.id, reason: 'sale' as const };
  const daysAgo = new Date(Date.now() - 49 * 60 * 60_000);
  await fresh.db.insert(stockLedger).values([
    { ...row, onHandChange: -3 },
    { ...row, onHandChange: -4, createdAt: daysAgo },
  ]);
  const opened = await open();
  if (opened.at !== 'here') throw new Error(opened.at);
  expect(opened.metrc.view().packages).toContainEqual(expect.objectContaining({ tag: other, quantity: 13 }));
});

test('of two processes that need it at once one plays, and the other takes over when it is gone', async () => {
  const [one, two] = [aProcess(), aProcess()];
  const [first, second] = await Promise.all([one.open(), two.open()]);
  expect([first.at, second.at].sort()).toEqual(['elsewhere', 'here']);
  const [player, other] = first.at === 'here' ? [one, two] : [two, one];
  expect((await other.open()).at).toBe('elsewhere');
  await player.stop();
  expect((await other.open()).at).toBe('here');
});

test('many who need it at once wait for one start, and leave connections of the database for it', async () => {
  const { open } = aProcess();
  const opened = await Promise.all(Array.from({ length: 60 }, () => open()));
  expect(new Set(opened.map(({ at }) => at))).toEqual(new Set(['here']));
});

test('another program that has its port by now is not taken for it', async () => {
  const [one, two] = [aProcess(), aProcess()];
  expect((await one.open()).at).toBe('here');
  const address = (await readPractice())?.place?.address ?? '';
  await one.stop();
  const stranger = createServer((_request, response) => response.end('"Welcome"'));
  await new Promise<void>((listening) =>
    stranger.listen(Number(new URL(address).port), '127.0.0.1', listening),
  );
  expect((await two.open()).at).toBe('here');
  expect((await readPractice())?.place?.address).not.toBe(address);
  stranger.close();
});

test('one that is down still plays: no second one starts beside it', async () => {
  const [one, two] = [aProcess(), aProcess()];
  const opened = await one.open();
  if (opened.at !== 'here') throw new Error(opened.at);
  await opened.metrc.press({ kind: 'down' });
  expect((await two.open()).at).toBe('elsewhere');
});

test('a shop that is connected to something else, or to nothing, does not start it', async () => {
  const { open, folder } = aProcess();
  await fresh.db.delete(shopConnections);
  expect((await open()).at).toBe('not-connected');
  expect(await readTrackingOptions()).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
});

test('a row of the practice means nothing to a shop that opens none', async () => {
  openPracticeTracking(async () => null);
  expect(await readTrackingOptions()).toBeNull();
});
