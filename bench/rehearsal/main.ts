/**
 * `npm run rehearse`: restores the newest backup as a copy, starts it, plays the busiest day of the last year five times
 * as busy, and writes a report that an owner can read. `-- --times 10 --minutes 30 --out FILE`. Needs the settings of the
 * backups (docs/operations.md); the shop itself is not touched, and no customer gets a message.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import type pg from 'pg';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { backupSettings } from '#core/running/backups/backup-settings.server.ts';
import { compareStock } from '#core/running/operations/watch/check-stock.server.ts';
import { lastStockCheck } from '#core/running/operations/watch/watched-queries.server.ts';
import { closeDatabase, databasePool, openDatabase } from '#db/client.ts';
import { embeddedDatabaseUrl } from '#platform/embedded-database/embedded-database.ts';
import { type Env, readEnv, StartError, sessionUrlOf } from '#platform/env.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { ensureBuilt } from '../../scripts/build.ts';
import { processorTime } from '../processor-time.ts';
import { startCopy } from '../shop.ts';
import { busiestDay, type HourOfOrders, planDay } from './busiest-day.ts';
import { playDay } from './play-day.ts';
import { rehearsalReport } from './report.ts';

const root = join(import.meta.dirname, '../..');
/** Of every hour: a shop that sells little is still asked for enough to see something. */
const FEWEST_ORDERS = 30;

const say = (line: string) => process.stderr.write(`${line}\n`);

function readWanted(): { times: number; minutes: number; out: string } {
  const { values } = parseArgs({
    options: {
      times: { type: 'string', default: '5' },
      minutes: { type: 'string', default: '20' },
      out: { type: 'string', default: 'rehearsal.txt' },
    },
  });
  const [times, minutes] = [Number(values.times), Number(values.minutes)];
  if (!(times > 0 && minutes > 0)) throw new StartError('--times and --minutes must be more than 0.');
  return { times, minutes, out: values.out };
}

/** Restores the newest backup into a folder of its own. Returns the copy's secret. */
async function restoreCopy(dataFolder: string): Promise<string> {
  const env = readEnv();
  const {
    DATABASE_URL: _,
    DATABASE_SESSION_URL: __,
    DATABASE_REPORTS_URL: ___,
    S3_BUCKET: ____,
    ...others
  } = process.env;
  const secretFile = join(env.dataFolder, 'secret');
  const secret =
    env.FARMGATE_SECRET ?? (existsSync(secretFile) ? readFileSync(secretFile, 'utf8').trim() : undefined);
  const own = { DATA_FOLDER: dataFolder, ...(secret === undefined ? {} : { FARMGATE_SECRET: secret }) };
  await promisify(execFile)(process.execPath, [join(root, 'scripts/restore.ts'), 'latest', '--copy'], {
    cwd: root,
    env: { ...others, ...(await backupVariables(env, secret)), ...own },
  }).catch((error: { stderr?: string }) => {
    throw new StartError(error.stderr?.trim() || 'The backup could not be restored.');
  });
  return secret ?? readFileSync(join(dataFolder, 'secret'), 'utf8').trim();
}

/** The settings of backups that the office has, as the restore of a copy elsewhere needs them. */
async function backupVariables(env: Env, secret: string | undefined): Promise<Record<string, string>> {
  const url = sessionUrlOf(env) ?? (await embeddedDatabaseUrl(env.dataFolder));
  if (!url || secret === undefined) return {};
  openDatabase({ url, max: 1 });
  try {
    openSecrets({ given: secret, dataFolder: env.dataFolder });
    const settings = await backupSettings(env);
    if (!settings.office) return {};
    const named = Object.entries(settings).filter(([name]) => name.startsWith('BACKUP_'));
    return Object.fromEntries(
      named.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    );
  } finally {
    await closeDatabase();
  }
}

/** The hours of the last year that had reservations, in order. */
async function hoursOfOrders(pool: pg.Pool): Promise<HourOfOrders[]> {
  const { rows } = await pool.query<HourOfOrders>(`
    select date_trunc('hour', created_at, 'UTC') as at, count(*)::int as orders from orders
    where created_at > now() - interval '1 year' and not is_walk_in
    group by 1 order by 1`);
  return rows;
}

/** Megabytes that a process occupies now. */
function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

const folder = mkdtempSync(join(tmpdir(), 'farmgate-rehearsal-'));
try {
  const { times, minutes, out } = readWanted();
  await ensureBuilt(root, say);
  say('Restoring the newest backup as a copy …');
  const secret = await restoreCopy(folder);
  const shop = await startCopy(folder, secret);
  try {
    openDatabase({ url: shop.databaseUrl, max: 4, forLongWork: true });
    const pool = databasePool();
    const { zone } = (await readSettings()).store;
    const busiest = busiestDay(await hoursOfOrders(pool), zone);
    if (!busiest) throw new StartError('The backup has no order of the last year: there is no day to play.');
    const hours = planDay(busiest.hours, { times, minutes, fewest: FEWEST_ORDERS, zone });
    say(`Playing the ${hours.length} hours of ${busiest.day} in ${minutes} minutes …`);
    const pid = shop.process.pid ?? 0;
    const before = processorTime(pid);
    let memory = 0;
    const watch = setInterval(() => {
      memory = Math.max(memory, memoryOf(pid));
    }, 1000);
    const played = await playDay(pool, { origin: shop.origin, secret, hours });
    clearInterval(watch);
    const processor = (processorTime(pid) - before) / 1000;
    const { rows } = await pool.query<{ found: number }>(
      'select count(*)::int as found from orders where order_id = any($1)',
      [played.orders],
    );
    await compareStock(Number.MAX_SAFE_INTEGER);
    const report = rehearsalReport({
      ...{ day: busiest.day, hours: played.hours, times, minutes, processor, memory },
      fewest: FEWEST_ORDERS,
      found: rows[0]?.found ?? 0,
      mismatches: (await lastStockCheck())?.mismatches ?? 0,
    });
    writeFileSync(out, report);
    console.log(report);
    await closeDatabase();
  } finally {
    await shop.stop();
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
