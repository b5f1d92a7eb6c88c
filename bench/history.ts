/**
 * What years of history cost: nightly tasks, a backup and its restore on an empty folder, exports, the end of a month
 * and an inspector's binder, each once, while the shop serves.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { signInAdmin } from './customers.ts';
import { type Answer, fetchBytes } from './fetch-bytes.ts';
import type { Row } from './row.ts';
import type { RunningShop, Shop } from './shop.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** Of two years. */
const AUDIT_ROWS = 200_000;
/** Mails of the year that they are stored for, and of the night before, which are deleted. */
const MAILS = { stored: 300_000, due: 1000 };
/** Seconds. */
const BUDGETS = { task: 60, backup: 600, restore: 600, firstRow: 1, page: 1, binder: 60 };

export async function history(shop: Shop, running: RunningShop, pool: pg.Pool): Promise<Row[]> {
  await fillAuditLog(pool);
  await fillMail(pool);
  const rows = [
    ...(await nightlyTasks(running, pool)),
    ...(await backUpAndRestore(shop)),
    ...(await exportsAndBooks(shop, running, pool)),
  ];
  const { rows: counted } = await pool.query<{
    orders: number;
    people: number;
    audit: number;
    mails: number;
  }>(`
    select (select count(*) from orders)::int as orders, (select count(*) from customer_profiles)::int as people,
      (select count(*) from audit_log)::int as audit, (select count(*) from mail_messages)::int as mails`);
  const [row, counts] = [rows[0], counted[0]];
  const words = (count: number) => count.toLocaleString('en-US');
  if (row && counts)
    row.note = `${words(counts.orders)} orders, ${words(counts.people)} customers, ${words(counts.audit)} rows of the audit log, ${words(counts.mails)} mails`;
  return rows;
}

async function fillAuditLog(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into audit_log (actor_name, action, subject_type, subject_id, before, after, reason, created_at)
     select 'Owner', 'product.changed', 'product', (1 + nth % 1000)::text, '{"retailPrice": 1000}', '{"retailPrice": 1100}',
       'price of the week', now() - interval '5 minutes' * nth
     from generate_series(1, $1 - (select count(*) from audit_log)) as nth`,
    [AUDIT_ROWS],
  );
}

/** Mails without their text, each with the delivery that it belongs to. */
async function fillMail(pool: pg.Pool): Promise<void> {
  await pool.query(
    `with mail as (
       insert into mail_messages (dedupe_key, recipient, subject, html, text, status, wiped_at, created_at)
       select 'history:' || nth, 'someone@example.com', 'Your order', '', '', 'sent', now(),
         now() - case when nth <= $2 then interval '366 days' else interval '1 minute' * nth end
       from generate_series(1, $1::int + $2) as nth
       where not exists (select from mail_messages where dedupe_key = 'history:' || ($1::int + $2))
       returning id, created_at
     ), happened as (
       insert into events (kind, subject_id, created_at) select 'history', id::text, created_at from mail
       returning id, subject_id, created_at
     )
     insert into deliveries (event_id, user_id, channel, title, mail_id, status, created_at)
     select happened.id, (select id from users limit 1), 'email', 'Your order', happened.subject_id::uuid, 'sent', created_at
     from happened`,
    [MAILS.stored, MAILS.due],
  );
}

/** Runs every scheduled task once, one after the other, in the application. */
async function nightlyTasks({ databaseUrl }: RunningShop, pool: pg.Pool): Promise<Row[]> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    supervise: false,
    schedule: false,
    migrate: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
  try {
    const { rows: tasks } = await pool.query<{ name: string }>(
      'select name from pgboss.schedule order by name',
    );
    const took: { name: string; seconds: number }[] = [];
    for (const { name } of tasks) took.push({ name, seconds: await secondsOf(boss, pool, name) });
    took.sort((one, other) => other.seconds - one.seconds);
    const [longest] = took;
    if (!longest) throw new Error('no task is scheduled');
    const all = took.reduce((sum, { seconds }) => sum + seconds, 0);
    return [
      {
        what: `${took.length} scheduled tasks, each once`,
        ours: `all ${inSeconds(all)}`,
        baseline: '',
        value: `${longest.name} ${inSeconds(longest.seconds)}`,
        budget: `≤ ${BUDGETS.task} s each`,
        holds: longest.seconds <= BUDGETS.task,
      },
    ];
  } finally {
    await boss.stop({ graceful: false });
  }
}

async function secondsOf(boss: PgBoss, pool: pg.Pool, name: string): Promise<number> {
  let id = await boss.send(name, {});
  // A queue of a task has one job at most: the one of this minute goes first.
  for (; id === null; id = await boss.send(name, {})) await pause(100);
  for (;;) {
    const { rows } = await pool.query<{ state: string; seconds: number }>(
      `select state::text, extract(epoch from completed_on - started_on)::float8 as seconds from pgboss.job where id = $1`,
      [id],
    );
    if (rows[0]?.state === 'completed') return rows[0].seconds;
    if (rows[0]?.state === 'failed') throw new Error(`the task ${name} failed`);
    await pause(100);
  }
}

async function backUpAndRestore({ dataFolder, secret }: Shop): Promise<Row[]> {
  const folder = mkdtempSync(`${dataFolder}-backup-`);
  const environment = {
    ...{ PATH: process.env.PATH, HOME: process.env.HOME, FARMGATE_SECRET: secret },
    ...{ BACKUP_FOLDER: join(folder, 'backups'), BACKUP_PASSPHRASE: 'thirteen seeds in a jar' },
  };
  mkdirSync(environment.BACKUP_FOLDER);
  try {
    const backup = await seconds('scripts/backup.ts', [], { ...environment, DATA_FOLDER: dataFolder });
    const restored = { ...environment, DATA_FOLDER: join(folder, 'restored') };
    const restore = await seconds('scripts/restore.ts', ['latest'], restored);
    return [
      timed('Backup while the shop serves', backup, BUDGETS.backup),
      timed('Restore on an empty folder, counts compared', restore, BUDGETS.restore),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function seconds(script: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const started = performance.now();
  await run(process.execPath, [join(root, script), ...args], { cwd: root, env, maxBuffer: 16 * 1024 * 1024 });
  return (performance.now() - started) / 1000;
}

async function exportsAndBooks(shop: Shop, { origin }: RunningShop, pool: pg.Pool): Promise<Row[]> {
  const { cookie } = await signInAdmin(pool, shop.secret);
  const rows: Row[] = [];
  for (const name of ['orders', 'pickup-reservations', 'audit', 'customers', 'inventory', 'lots']) {
    const answer = await fetchBytes(`${origin}/admin/${name}/export`, { cookie });
    expectPage(answer, name);
    // The heading line is sent before a row is read.
    const firstRow = answer.secondLine;
    if (firstRow === null) throw new Error(`${name}: no row`);
    const megabytes = (answer.body.length / 1024 / 1024).toFixed(1);
    rows.push({
      what: `Export of ${name.replace('-', ' ')}`,
      ours: `${megabytes} MB in ${inSeconds(answer.lastByte / 1000)}`,
      baseline: '',
      value: `first row ${inSeconds(firstRow / 1000)}`,
      budget: `≤ ${BUDGETS.firstRow} s`,
      holds: firstRow <= BUDGETS.firstRow * 1000,
    });
  }
  for (const path of ['month-end', 'month-end/report.pdf', 'reconciliation']) {
    const answer = await fetchBytes(`${origin}/admin/${path}`, { cookie });
    expectPage(answer, path);
    rows.push(timed(`/admin/${path}`, answer.lastByte / 1000, BUDGETS.page));
  }
  const { rows: days } = await pool.query<{ from: string; to: string }>(
    `select (max(created_at)::date - 31)::text as from, (max(created_at)::date - 1)::text as to from orders`,
  );
  const binder = await fetchBytes(
    `${origin}/admin/binder/file`,
    { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' },
    new URLSearchParams(days[0]).toString(),
  );
  expectPage(binder, 'the binder');
  return [...rows, timed('An inspector’s binder of 31 days', binder.lastByte / 1000, BUDGETS.binder)];
}

function expectPage({ status, body }: Answer, what: string): void {
  if (status !== 200 || body.length === 0)
    throw new Error(`${what}: status ${status} with ${body.length} bytes`);
}

const inSeconds = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} s`;

function timed(what: string, value: number, budget: number): Row {
  return {
    what,
    ours: '',
    baseline: '',
    value: inSeconds(value),
    budget: `≤ ${budget} s`,
    holds: value <= budget,
  };
}
