/** A rehearsal from a backup, as an owner orders it: the shop stays as it was, and the report is true. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { fillShop } from '../../bench/shop.ts';

const root = join(import.meta.dirname, '../..');

test('the busiest day is played on a copy of the newest backup, and nothing of it reaches the shop', async () => {
  const shop = await fillShop({ products: 300, customers: 300, orders: 500 });
  const folder = mkdtempSync(join(tmpdir(), 'farmgate-rehearsed-'));
  const own = mkdtempSync(join(tmpdir(), 'farmgate-rehearsing-'));
  try {
    const env = {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, FARMGATE_SECRET: shop.secret },
      ...{ DATA_FOLDER: shop.dataFolder, BACKUP_FOLDER: folder, BACKUP_PASSPHRASE: 'correct horse battery' },
      TMPDIR: own,
    };
    const run = (file: string, ...args: string[]) =>
      promisify(execFile)(process.execPath, [join(root, file), ...args], { cwd: root, env });
    await run('scripts/backup.ts');
    const out = join(folder, 'rehearsal.txt');
    await run('bench/rehearsal/main.ts', '--minutes', '1', '--out', out);
    const report = readFileSync(out, 'utf8');
    expect(report).toMatch(/Of (\d+) reservations that were confirmed, \1 are in the database/);
    expect(report).toMatch(/(\| \d+:00 [AP]M \| \d+ \| \d+ \|.*\n)+\nThe worst hour began at/);
    expect(report).not.toContain('lost');
    expect(report).not.toContain('ledger:');
    expect(readdirSync(own), 'the copy is deleted').toEqual([]);
    const { stdout } = await run('scripts/restore.ts');
    expect(stdout.match(/^ {2}\d{8}T/gm), 'the copy made no backup').toHaveLength(1);
  } finally {
    shop.remove();
    rmSync(own, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
});
