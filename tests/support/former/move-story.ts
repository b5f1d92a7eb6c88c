/** The story of a move by `npm run move-in`, as an operator runs it: dry, killed in the middle, repeated, undone. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { cloneTemplate } from '../database.ts';
import { TEST_SECRET } from '../secret.ts';
import { makeFormerDatabase } from './former-database.ts';
import { makeFormerFiles } from './former-files.ts';
import type { FormerSize } from './former-shop.ts';

const root = join(import.meta.dirname, '../../..');

type Shop = { url: string; folder: string };

/** Runs the command; `killAfter` milliseconds kill it with SIGKILL. */
async function runMove(
  script: 'move-in' | 'move-out',
  { url, folder }: Shop,
  args: readonly string[],
  killAfter?: number,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [...flagsOf(script), join(root, `scripts/${script}.ts`), ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: url,
      DATA_FOLDER: join(folder, 'data'),
      FARMGATE_SECRET: TEST_SECRET,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output += data.toString();
    });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  if (killAfter !== undefined) {
    await Promise.race([pause(killAfter), ended]);
    child.kill('SIGKILL');
  }
  return { code: await ended, output };
}

/** As package.json runs it: with a heap that does not grow. */
function flagsOf(script: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return (scripts[script] ?? '').split(' ').filter((part) => part.startsWith('--'));
}

/** What is compared of two shops: counts, sums, and a sum over rows that must not differ. */
const FINGERPRINT = `
  select (select count(*) from users) as people, (select count(*) from accounts) as passwords,
    (select count(*) from customer_profiles where license_id_hash is not null) as licenses,
    (select md5(string_agg(license_id_hash, ',' order by license_id_hash)) from customer_profiles) as license_hashes,
    (select count(*) from products) as products, (select sum(on_hand) || '/' || sum(held) from product_stock) as stock,
    (select count(*) || '/' || sum(total) from orders) as orders,
    (select md5(string_agg(id::text || status || total || is_history || created_at, ',' order by id)) from orders) as order_rows,
    (select count(*) || '/' || sum(quantity) from order_items) as lines,
    (select count(*) || '/' || coalesce(sum(quantity), 0) from reservation_lots) as shares,
    (select count(*) from pickup_reservations) as reservations, (select count(*) from notifications) as notifications,
    (select count(*) from user_activity) as activity, (select count(*) from product_images) as pictures,
    (select count(*) from customer_photos where state = 'kept') as photos,
    (select count(*) from mail_messages) + (select count(*) from deliveries) + (select count(*) from events) as messages`;

/** @returns figures of the move: seconds and megabytes of an undisturbed run, and how often the other one was killed */
export async function tellMove(
  size: FormerSize,
  kills: number,
): Promise<{ seconds: number; megabytes: number; killed: number; people: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'farmgate-move-story-'));
  const former = await makeFormerDatabase(size);
  await makeFormerFiles(join(folder, 'former'), size);
  const from = ['--from', former.url, '--files', join(folder, 'former')];
  try {
    const calm = await emptyShop(join(folder, 'calm'));
    // Nothing moves before someone has read what would.
    const early = await runMove('move-in', calm, from);
    expect(early.output).toContain('there is no dry run');
    expect(early.code).toBe(1);
    const dry = await runMove('move-in', calm, [...from, '--dry-run']);
    expect(dry.output).toContain('Nothing was written');
    expect(dry.code).toBe(0);
    const run = await runMove('move-in', calm, from);
    expect(run.output).toContain('Moved.');
    const [, seconds = '', megabytes = ''] = /([\d,]+) s, at most (\d+) MB/.exec(run.output) ?? [];

    const killed = await emptyShop(join(folder, 'killed'));
    expect((await runMove('move-in', killed, [...from, '--dry-run'])).code).toBe(0);
    let times = 0;
    const each = (Number(seconds.replaceAll(',', '')) * 1000) / (kills + 1);
    for (let kill = 1; kill <= kills; kill += 1) {
      const { code } = await runMove('move-in', killed, from, 2500 + each * (0.3 + Math.random()));
      times += Number(code === null);
    }
    expect((await runMove('move-in', killed, from)).code).toBe(0);
    expect(await one(killed.url, FINGERPRINT)).toEqual(await one(calm.url, FINGERPRINT));

    // Repeated, it writes nothing.
    const again = await runMove('move-in', killed, from);
    expect(again.output).toMatch(/^order +\d[\d,]* +0 /m);
    await expectNoSecrets(folder);
    const undone = await runMove('move-in', killed, ['--undo']);
    expect(undone.output).toContain('Undone');
    const left = await one(
      killed.url,
      `select (select count(*) from users) + (select count(*) from orders) + (select count(*) from products)
        + (select count(*) from stock_ledger) as rows`,
    );
    expect(left.rows).toBe('0');
    // Who, when and how many, for a later reader of the audit log.
    const { entries = '' } = await one(
      killed.url,
      `select string_agg(action || ' ' || (after - 'name')::text, '; ' order by created_at) as entries from audit_log`,
    );
    expect(entries).toMatch(
      /^move-in.ended {.*"movedOrders": \d+.*"movedOrders": 0, .*; move-in.removed {"askedBy": "\w+ on the shop’s machine", "movedRows": \d+}$/,
    );
    const { people = '' } = await one(calm.url, FINGERPRINT);
    return {
      seconds: Number(seconds.replaceAll(',', '')),
      megabytes: Number(megabytes),
      killed: times,
      people: Number(people),
    };
  } finally {
    await former.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** An empty shop that is not open yet. */
async function emptyShop(folder: string): Promise<Shop> {
  const { url } = await cloneTemplate();
  await one(
    url,
    `update store_settings set value = '{"isOpen":false}' where name = 'opening' returning name`,
  );
  return { url, folder };
}

async function one(url: string, query: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query)).rows[0];
  } finally {
    await client.end();
  }
}

/** No file that a move leaves behind has a license number or an address. */
async function expectNoSecrets(folder: string): Promise<void> {
  for (const shop of ['calm', 'killed'])
    for (const name of await readdir(join(folder, shop, 'data', 'move-in'))) {
      const text = await readFile(join(folder, shop, 'data', 'move-in', name), 'utf8');
      expect(text).toContain('kind,id,left_out,reason');
      expect(text).not.toMatch(/NY1\d{5}|@former\.example/);
    }
}
