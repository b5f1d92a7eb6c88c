import { spawn } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { embeddedDatabaseUrl } from './embedded-database.ts';
import { databaseLayout } from './layout.ts';
import { isPostmasterOf } from './postmaster-file.ts';
import { BACK_WITHIN, crashTrial } from './testing/crash-trial.ts';
import { ask, until } from './testing/trial.ts';

const { dataFolder, hold, holdFirst, postmasterOf, startAgain } = crashTrial();

/** The number of commits acknowledged so far that are missing from the database. */
async function lost(url: string, committed: number[]): Promise<number> {
  const acknowledged = [...committed];
  const rows = await ask(url, 'SELECT id FROM commits');
  const present = new Set(rows.map((row) => Number(row.id)));
  return acknowledged.filter((id) => !present.has(id)).length;
}

test('a database left by a killed shop is adopted with every acknowledged commit, and can be stopped', async () => {
  const holder = hold('write');
  const postmaster = await postmasterOf(holder);
  await until(() => holder.committed.length >= 100);
  await holder.kill();
  const database = await startAgain();
  expect(database.adopted).toBe(true);
  expect(await lost(database.url, holder.committed)).toBe(0);
  await database.stop();
  expect(isPostmasterOf(postmaster, databaseLayout(dataFolder()).cluster)).toBe(false);
});

test('every acknowledged commit survives killing shop and database during writes', async () => {
  const acknowledged: number[] = [];
  for (const _round of [1, 2, 3]) {
    const holder = hold('write');
    const postmaster = await postmasterOf(holder);
    await until(() => holder.committed.length >= 100);
    process.kill(postmaster, 'SIGKILL');
    await holder.kill();
    acknowledged.push(...holder.committed);
  }
  const database = await startAgain();
  expect(database.adopted).toBe(false);
  expect(acknowledged.length).toBeGreaterThanOrEqual(300);
  expect(await lost(database.url, acknowledged)).toBe(0);
  await database.stop();
});

test('a database killed under a running shop restarts by itself at the same address', async () => {
  const holder = hold('write');
  const postmaster = await postmasterOf(holder);
  await until(() => holder.committed.length >= 50);
  process.kill(postmaster, 'SIGKILL');
  const before = holder.committed.length;
  await until(() => holder.committed.length >= before + 50, BACK_WITHIN);
  // On a busy machine, some commits acknowledged before the kill are read only now.
  const { url } = await holder.first;
  await expect.poll(() => embeddedDatabaseUrl(dataFolder()), { timeout: BACK_WITHIN }).toBe(url);
  expect(await lost(url ?? '', holder.committed)).toBe(0);
});

test('a killed database worker interrupts the shop only briefly', async () => {
  const holder = hold('write');
  const { url = '' } = await holder.first;
  await until(() => holder.committed.length >= 50);
  const [backend] = await ask(
    url,
    "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
  );
  process.kill(Number(backend?.pid), 'SIGKILL');
  const before = holder.committed.length;
  await until(() => holder.committed.length >= before + 50, BACK_WITHIN);
  expect(await lost(url, holder.committed)).toBe(0);
});

test('a program that has a dead database’s process id is neither trusted nor stopped', async () => {
  const holder = hold();
  const postmaster = await postmasterOf(holder);
  process.kill(postmaster, 'SIGKILL');
  await holder.kill();
  const bystander = spawn('sleep', ['60']);
  try {
    const { cluster } = databaseLayout(dataFolder());
    const socket = path.join(dataFolder(), 'socket');
    const stale = [bystander.pid, cluster, 1_700_000_000, 5432, socket, '', '', 'ready', ''].join('\n');
    writeFileSync(path.join(cluster, 'postmaster.pid'), stale);
    writeFileSync(path.join(socket, '.s.PGSQL.5432.lock'), stale);
    expect(await embeddedDatabaseUrl(dataFolder())).toBeNull();
    const database = await startAgain();
    expect(database.adopted).toBe(false);
    await database.stop();
    expect([bystander.exitCode, bystander.signalCode]).toEqual([null, null]);
  } finally {
    bystander.kill();
  }
});

test('a first start killed halfway does not block the next one', async () => {
  const holder = holdFirst();
  const folder = dataFolder();
  const isHalfWay = () =>
    existsSync(folder) &&
    readdirSync(folder).some(
      (name) =>
        name.startsWith('.postgres-unfinished') && existsSync(path.join(folder, name, 'cluster', 'base')),
    );
  await until(isHalfWay);
  await holder.kill();
  expect(isHalfWay()).toBe(true);
  const database = await startAgain();
  expect(await ask(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(isHalfWay()).toBe(false);
  await database.stop();
});

test('a Ctrl-C at the terminal reaches the shop but not its database', async () => {
  const holder = hold('hold', { ownGroup: true });
  const { url = '' } = await holder.first;
  process.kill(-(holder.process.pid ?? Number.NaN), 'SIGINT');
  await until(() => holder.process.exitCode !== null || holder.process.signalCode !== null);
  expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});
