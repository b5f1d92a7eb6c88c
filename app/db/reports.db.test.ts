import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { databaseErrorCode } from '#platform/database-error.ts';
import { log } from '#platform/log.ts';
import { startProxy } from '#tests/support/proxy.ts';
import { type ReplicatedDatabase, startReplicated } from '#tests/support/replica.ts';
import { closeDatabase, type Database, database, openDatabase } from './client.ts';
import {
  closeReports,
  longReportSnapshot,
  openReports,
  reportRows,
  reportSnapshot,
  reportsFromPrimary,
} from './reports.ts';
import type { Transaction } from './transaction.ts';

const ROWS = 5000;
let servers: ReplicatedDatabase;
beforeAll(async () => {
  servers = await startReplicated(async (url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('create table sales (id int)');
    await client.end();
  });
  openDatabase({ url: servers.primaryUrl, max: 4 });
});
afterAll(async () => {
  await closeDatabase();
  await servers.stop();
});
beforeEach(async () => {
  await servers.ask('primary', `truncate sales; insert into sales select generate_series(1, ${ROWS})`);
  openReports(servers.replicaUrl);
});
afterEach(() => closeReports());

type Reader = Pick<Transaction, 'execute'>;
const serverOf = async (db: Reader) =>
  (await db.execute<{ isReplica: boolean }>(sql`select pg_is_in_recovery() as "isReplica"`)).rows[0]
    ?.isReplica
    ? 'replica'
    : 'primary';
const countOf = async (db: Reader) =>
  Number((await db.execute<{ many: string }>(sql`select count(*) as many from sales`)).rows[0]?.many);

async function* servedBy(db: Database) {
  for (;;) yield await serverOf(db);
}
/** The server that the rows of an export come from. */
async function rowsFrom(): Promise<string | undefined> {
  for await (const server of reportRows(servedBy)) return server;
}
const everyWay = async () => [
  await reportSnapshot(serverOf),
  await longReportSnapshot(serverOf),
  await rowsFrom(),
];
const connectionsOf = async (server: 'primary' | 'replica') =>
  (await servers.ask(server, `select from pg_stat_activity where application_name = 'farmgate reports'`))
    .length;

test('reports are read from the replica, and everything else from the primary', async () => {
  expect(await everyWay()).toEqual(['replica', 'replica', 'replica']);
  expect(await serverOf(database())).toBe('primary');
  expect(await connectionsOf('replica')).toBeGreaterThan(0);
  expect(await connectionsOf('primary')).toBe(0);
});

test('without the setting they are read from the primary, and nothing is opened', async () => {
  await closeReports();
  expect(await everyWay()).toEqual(['primary', 'primary', 'primary']);
  await expect.poll(() => connectionsOf('replica')).toBe(0);
});

test('a report includes what was committed a moment before', async () => {
  for (let nth = 1; nth <= 50; nth++) {
    await database().execute(sql`insert into sales values (0)`);
    expect(await reportSnapshot(async (tx) => [await serverOf(tx), await countOf(tx)])).toEqual([
      'replica',
      ROWS + nth,
    ]);
  }
});

test('writes fail, and would on a server that was promoted', async () => {
  const refusals: (string | null)[] = [];
  const isReadOnly = async (db: Reader) =>
    (await db.execute<{ is: string }>(sql`select current_setting('default_transaction_read_only') as is`))
      .rows;
  const settings = async function* (db: Database) {
    yield await isReadOnly(db);
  };
  for await (const found of reportRows(settings)) expect(found).toEqual([{ is: 'on' }]);
  expect(await longReportSnapshot(isReadOnly)).toEqual([{ is: 'on' }]);
  const writes = async function* (db: Database) {
    if (db !== database())
      await db.execute(sql`insert into sales values (0)`).catch((error) => {
        refusals.push(databaseErrorCode(error));
      });
    yield await countOf(db);
  };
  for await (const many of reportRows(writes)) expect(many).toBe(ROWS);
  await expect(reportSnapshot((tx) => tx.execute(sql`insert into sales values (0)`))).rejects.toThrow();
  expect(refusals).toEqual(['25006']);
});

test('the primary reads them while the replica is stopped, and no longer', async () => {
  const before = reportsFromPrimary();
  await servers.stopReplica();
  expect(await everyWay()).toEqual(['primary', 'primary', 'primary']);
  expect(reportsFromPrimary() - before).toBe(3);
  await servers.startReplica();
  await expect.poll(everyWay).toEqual(['replica', 'replica', 'replica']);
});

test('a replica that stops while it reads a snapshot is asked no more: the primary reads it again', async () => {
  const asked: string[] = [];
  const found = await reportSnapshot(async (tx) => {
    asked.push(await serverOf(tx));
    if (asked.length === 1) await servers.ask('replica', terminate).catch(() => undefined);
    return countOf(tx);
  });
  expect(found).toBe(ROWS);
  expect(asked).toEqual(['replica', 'primary']);
});
const terminate = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'farmgate reports'`;

/** Deletes rows that an open snapshot of the replica still sees. */
async function removeRows(): Promise<void> {
  await servers.ask('primary', 'delete from sales where id > 100');
  await servers.ask('primary', 'vacuum (freeze) sales');
}

test.each([
  ['a snapshot', reportSnapshot],
  ['a long snapshot', longReportSnapshot],
])('%s that is in the way of replay (40001) is read from the primary', async (_, snapshot) => {
  const codes: (string | null)[] = [];
  const found = await snapshot(async (tx) => {
    const server = await serverOf(tx);
    const many = await countOf(tx);
    if (server === 'replica') {
      const asked = tx.execute(sql`select pg_sleep(30)`).catch((error) => {
        codes.push(databaseErrorCode(error));
        throw error;
      });
      await expect
        .poll(() => servers.ask('replica', `select from pg_stat_activity where wait_event = 'PgSleep'`))
        .toHaveLength(1);
      await Promise.all([asked, removeRows()]);
    }
    return { server, many };
  });
  expect(codes).toEqual(['40001']);
  expect(found).toEqual({ server: 'primary', many: 100 });
});

test('so is one whose connection PostgreSQL ends for replay, between two statements', async () => {
  const found = await reportSnapshot(async (tx) => {
    const server = await serverOf(tx);
    if (server === 'replica') {
      await removeRows();
      await expect
        .poll(() =>
          servers.ask('replica', `select from pg_stat_activity where state = 'idle in transaction'`),
        )
        .toEqual([]);
    }
    return { server, many: await countOf(tx) };
  });
  expect(found).toEqual({ server: 'primary', many: 100 });
});

test('rows that are sent all come from one connection, and end with an error when it is lost', async () => {
  const from: string[] = [];
  const sent = async () => {
    for await (const server of reportRows(servedBy)) {
      from.push(server);
      if (from.length === 1) await servers.ask('replica', terminate);
      if (from.length === 5) return;
    }
  };
  await expect(sent()).rejects.toThrow();
  expect(from).toEqual(['replica']);
  // Who stops reading gives the connection back.
  for (let nth = 0; nth < 10; nth++) expect(await rowsFrom()).toBe('replica');
});

test('a replica of another database is not asked, however far its log is', async () => {
  await closeReports();
  const other = new URL(servers.replicaUrl);
  other.pathname = '/postgres';
  openReports(other.href);
  expect(await everyWay()).toEqual(['primary', 'primary', 'primary']);
});

test('a report that writes fails, and is not read again where it could write', async () => {
  const write = (tx: Transaction) => tx.execute(sql`insert into sales values (0)`);
  await expect(reportSnapshot(write)).rejects.toThrow();
  const rows = async function* (db: Database) {
    yield await db.execute(sql`insert into sales values (0)`);
  };
  await expect(reportRows(rows).next()).rejects.toThrow();
  expect(await countOf(database())).toBe(ROWS);
});

test('the first row decides: what fails before it is read from the primary', async () => {
  const rows = async function* (db: Database) {
    await db.execute(
      sql`do ${sql.raw(`$$ begin if pg_is_in_recovery() then raise exception 'conflict' using errcode = '40001'; end if; end $$`)}`,
    );
    yield* [await serverOf(db), await serverOf(db)];
  };
  const from: string[] = [];
  for await (const server of reportRows(rows)) from.push(server);
  expect(from).toEqual(['primary', 'primary']);
});

test('a replica that falls silent delays each report by a few seconds', async () => {
  const proxy = await startProxy(servers.replicaUrl);
  await closeReports();
  openReports(proxy.url);
  expect(await reportSnapshot(serverOf)).toBe('replica');
  proxy.mute();
  // Over the connection that is open, and over a new one.
  for (const _ of [1, 2]) {
    const began = performance.now();
    expect(await reportSnapshot(serverOf)).toBe('primary');
    expect(performance.now() - began).toBeLessThan(6000);
  }
  proxy.unmute();
  expect(await reportSnapshot(serverOf)).toBe('replica');
  await closeReports();
  await proxy.close();
});

test('another error is no reason to ask twice', async () => {
  let asked = 0;
  const read = reportSnapshot((tx) => {
    asked += 1;
    return tx.execute(sql`select 1 / 0`);
  });
  await expect(read).rejects.toThrow();
  expect(asked).toBe(1);
});

test('rows that no one reads to their end close what reads them', async () => {
  let isClosed = false;
  const rows = async function* (db: Database) {
    try {
      yield* [await serverOf(db), 'second'];
    } finally {
      isClosed = true;
    }
  };
  for await (const server of reportRows(rows)) {
    expect(server).toBe('replica');
    break;
  }
  expect(isClosed).toBe(true);
});

test('a replica that is behind is not asked, until it has caught up', async () => {
  await servers.ask('replica', 'select pg_wal_replay_pause()');
  await database().execute(sql`insert into sales values (0)`);
  expect(await reportSnapshot(async (tx) => [await serverOf(tx), await countOf(tx)])).toEqual([
    'primary',
    ROWS + 1,
  ]);
  await servers.ask('replica', 'select pg_wal_replay_resume()');
  await expect
    .poll(() => reportSnapshot(async (tx) => [await serverOf(tx), await countOf(tx)]))
    .toEqual(['replica', ROWS + 1]);
});

test('a replica that was promoted is not asked, though it may have more than the primary', async () => {
  await servers.promote();
  await servers.ask('replica', 'insert into sales select generate_series(1, 100000)');
  expect(await reportSnapshot(async (tx) => [await serverOf(tx), await countOf(tx)])).toEqual([
    'primary',
    ROWS,
  ]);
});

test('the log has one line a minute for all of them', async () => {
  const lines: unknown[] = [];
  vi.spyOn(log, 'warn').mockImplementation((...line: unknown[]) => void lines.push(line[1]));
  const start = performance.now();
  const after = (seconds: number) => vi.spyOn(performance, 'now').mockReturnValue(start + seconds * 1000);
  after(61);
  expect(await everyWay()).toEqual(['primary', 'primary', 'primary']);
  after(120);
  await everyWay();
  expect(lines).toEqual(['the replica cannot answer: reports are read from the primary']);
  after(122);
  await everyWay();
  expect(lines).toHaveLength(2);
  vi.restoreAllMocks();
});
