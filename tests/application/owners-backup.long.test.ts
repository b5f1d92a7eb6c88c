/** From an empty production folder to a restored shop: what the owner sets in the office and prints is enough. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { PlainPage } from '#tests/journeys/plain-page.ts';
import { type Application, startApplication } from '#tests/support/application.ts';

const root = join(import.meta.dirname, '../..');
const OWNER = { fullName: 'Wren Alder', email: 'wren@alder.example', password: 'quiet river morning stone' };
const SETTINGS = '/admin/settings/backups';
const folder = mkdtempSync(join(tmpdir(), 'farmgate-owners-backup-'));
// Not in memory: that is the system's, and no place for backups.
const disks = mkdtempSync('/var/tmp/farmgate-owners-disk-');
const disk = join(disks, 'disk');
let app: Application | null = null;

afterAll(async () => {
  await app?.stop();
  for (const each of [folder, disks]) rmSync(each, { recursive: true, force: true });
});

// An empty setting is none: the shop makes its secret itself, in its data folder.
const start = async (dataFolder: string) => {
  app = await startApplication({ NODE_ENV: 'production', FARMGATE_SECRET: '' }, { dataFolder });
  return app;
};
const press = (page: PlainPage, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
const fill = async (page: PlainPage, fields: Readonly<Record<string, string>>) => {
  for (const [label, text] of Object.entries(fields))
    await page.getByRole('main').getByLabel(label).first().fill(text);
};
const run = async (script: string, args: readonly string[], env: Record<string, string>) =>
  (
    await promisify(execFile)(process.execPath, [join(root, `scripts/${script}.ts`), ...args], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    })
  ).stdout;
const signIn = async (page: PlainPage) => {
  await fill(page, { Email: OWNER.email, Password: OWNER.password });
  await press(page, 'Sign In');
};

test('an owner sets backups in the office, one is made and checked, and the printed page restores it on an empty machine', async () => {
  const lost = join(folder, 'lost');
  const first = await start(lost);
  const owner = new PlainPage(first.origin);
  await owner.goto(/\/set-up\?token=\S+/.exec(first.output())?.[0] ?? '');
  await fill(owner, { 'Full Name': OWNER.fullName, Email: OWNER.email, Password: OWNER.password });
  await press(owner, 'Create the owner’s account');
  await signIn(owner);
  for (const page of ['/admin/settings/opening', '/admin/operations', SETTINGS]) {
    await owner.goto(page);
    expect([page, owner.words()]).toEqual([page, expect.stringContaining('No backup leaves this machine')]);
  }

  await owner.getByRole('main').getByRole('link', { name: 'A folder', exact: true }).click();
  await fill(owner, { Folder: join(lost, 'files') });
  await press(owner, 'Save and try it');
  expect(owner.words()).toContain('This folder is in the shop’s data, and would be lost with it.');
  await fill(owner, { Folder: disk });
  await press(owner, 'Save and try it');
  expect(owner.words()).toContain(`The folder ${disk} is not there: connect its disk, or create the folder.`);
  mkdirSync(disk);
  await press(owner, 'Try it');
  expect(owner.words()).toContain(`The folder ${disk} takes backups.`);
  expect(owner.words()).toContain('No backup leaves this machine yet.');
  expect(readdirSync(disk)).toEqual([]);

  await press(owner, 'Make the passphrase');
  const sheet = owner.words();
  const [passphrase = ''] = /(?:[a-z2-9]{4}-){5}[a-z2-9]{4}/.exec(sheet) ?? [];
  expect(sheet).toContain(disk);
  for (const page of [SETTINGS, '/admin/audit', '/admin/operations']) {
    await owner.goto(page);
    expect(owner.words()).not.toContain(passphrase);
  }
  const made = async () => {
    await owner.goto('/admin/operations/backups');
    return /Last good(?!None yet)/.test(owner.words());
  };
  await expect.poll(made, { timeout: 120_000, interval: 500 }).toBe(true);
  const [name = ''] = /\d{8}T\d{6}Z-[0-9a-f]{6}/.exec(owner.words()) ?? [];
  await owner.goto('/admin/settings/opening');
  expect(owner.words()).toContain('Backups work.');
  const here = { DATA_FOLDER: lost };
  expect(await run('backup', ['--check', 'latest'], here)).toContain(`Checked: ${name} restores`);
  expect(await run('restore', [], here)).toContain(name);
  for (const text of [first.output(), readFileSync(join(disk, name, 'manifest'), 'latin1')])
    expect(text).not.toContain(passphrase);
  await first.stop();
  rmSync(lost, { recursive: true });

  const [found, paper] = [join(folder, 'found'), join(folder, 'passphrase')];
  writeFileSync(paper, passphrase);
  const printed = { DATA_FOLDER: found, BACKUP_FOLDER: disk, BACKUP_PASSPHRASE_FILE: paper };
  expect(await run('restore', ['latest'], printed)).toContain(`Restored ${name}`);
  const second = await start(found);
  const back = new PlainPage(second.origin);
  await back.goto(`/login?returnTo=${encodeURIComponent(SETTINGS)}`);
  await signIn(back);
  await back.goto(SETTINGS);
  await press(back, 'Try it');
  expect(back.words()).toContain(`The folder ${disk} takes backups.`);
  expect(back.words()).toContain('A passphrase is set.');
}, 300_000);
