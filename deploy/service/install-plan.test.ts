import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupsOf, installSteps } from './install-plan.ts';
import { paths } from './machine.ts';
import { readSettings } from './settings-file.ts';
import { changesOf, type Step } from './step.ts';
import { aMachine, aWish } from './testing/a-machine.ts';
import { after, PACKAGED_CADDYFILE } from './testing/after.ts';

const templates = {
  unit: readFileSync(join(import.meta.dirname, '../farmgate.service'), 'utf8'),
  site: readFileSync(join(import.meta.dirname, 'site.caddy'), 'utf8'),
};
const plan = (machine = aMachine(), wish = aWish()): Step[] => installSteps(machine, wish, templates);
const wordsOf = (steps: readonly Step[]) => steps.map(({ words }) => words);
const installed = (wish = aWish()) => after(aMachine(), plan(aMachine(), wish));
const textOf = (steps: readonly Step[], path: string) =>
  steps.flatMap(({ actions }) => actions).find((action) => action.do === 'write' && action.path === path);

test('a new server gets everything, the shop before Caddy leads visitors to it', () => {
  expect(wordsOf(plan())).toEqual([
    'Install Caddy, the web server in front of the shop, from the packages of this system.',
    'Make the user farmgate, which runs the shop; no one can sign in as it.',
    'Make the data folder, with the database and the photos; only the shop can open it.',
    'Make the folder of the backups, which the shop makes itself every night at 3:15.',
    'Write a new passphrase, without which no one can read a backup.',
    'Write the settings of the shop: its address, its port, and where backups go.',
    'Build the shop; this takes a minute or two.',
    'Tell systemd how to run the shop, and to start it again if it ends.',
    'Start the shop, now and whenever the machine starts.',
    'Put Caddy in front of the shop, beside any other sites; it gets the certificate by itself.',
  ]);
});

test('a second run changes nothing', () => {
  expect(plan(installed())).toEqual([]);
});

test('an interrupted run goes on where it stopped', () => {
  const steps = plan();
  for (const nth of steps.keys()) {
    const left = wordsOf(plan(after(aMachine(), steps.slice(0, nth))));
    expect(left).toEqual(wordsOf(steps.slice(nth)));
  }
});

test('the shop listens on this machine only, and believes Caddy who a visitor is', () => {
  const action = textOf(plan(), paths.settings);
  expect(readSettings(action?.do === 'write' ? action.text : '')).toEqual({
    PUBLIC_ORIGIN: 'https://shop.example',
    PORT: '3000',
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    BACKUP_FOLDER: '/var/backups/farmgate/shop',
    BACKUP_KEYS_FOLDER: '/var/backups/farmgate/keys',
    BACKUP_PASSPHRASE_FILE: '/etc/farmgate/passphrase',
  });
});

test('settings, passphrase and data can be read by no one else', () => {
  const modes = plan()
    .flatMap(({ actions }) => actions)
    .flatMap((action) =>
      action.do === 'write' || action.do === 'make-folder' ? [[action.path, action.mode, action.owner]] : [],
    );
  expect(modes).toContainEqual([paths.settings, 0o600, 'root']);
  expect(modes).toContainEqual([paths.passphrase, 0o400, 'farmgate']);
  expect(modes).toContainEqual([paths.data, 0o700, 'farmgate']);
  expect(modes).toContainEqual([paths.backups, 0o700, 'farmgate']);
});

test('what an owner added to the settings stays, and a place of their own for backups too', () => {
  const own =
    'SMTP_URL=smtps://mail.example\nBACKUP_S3_BUCKET=farm\nTRUSTED_PROXIES=127.0.0.1,198.51.100.0/24\n';
  const steps = plan(aMachine({ files: { [paths.settings]: own } }), aWish({ backups: backupsOf(own) }));
  const action = textOf(steps, paths.settings);
  const text = action?.do === 'write' ? action.text : '';
  expect(text.startsWith(own)).toBe(true);
  expect(readSettings(text).BACKUP_FOLDER).toBeUndefined();
  expect(wordsOf(steps).join()).not.toContain('folder of the backups');
});

test('another domain changes its settings and its site, and starts the shop again', () => {
  expect(wordsOf(plan(installed(), aWish({ domain: 'farm.example' })))).toEqual([
    'Write the settings of the shop: its address, its port, and where backups go.',
    'Start the shop, now and whenever the machine starts.',
    'Put Caddy in front of the shop, beside any other sites; it gets the certificate by itself.',
  ]);
});

test('a shop that runs with settings from before their last change is started again', () => {
  const machine = installed();
  const stale = { ...machine, unit: { ...machine.unit, isCurrent: false } };
  expect(wordsOf(plan(stale))).toEqual(['Start the shop, now and whenever the machine starts.']);
});

test('the passphrase is never written again: it reads the backups that exist', () => {
  const steps = plan(installed(), aWish({ passphrase: 'another', domain: 'farm.example' }));
  expect(textOf(steps, paths.passphrase)).toBeUndefined();
});

test('the passphrase is on no screen', () => {
  const shown = plan().flatMap(({ actions }) => actions.flatMap((action) => changesOf(action)));
  expect(shown).toContain('writes   /etc/farmgate/passphrase');
  expect(shown.join('\n')).not.toContain(aWish().passphrase);
});

test('the unit names the folder of this release, and may write where backups go', () => {
  const steps = plan(aMachine({ checkout: '/srv/shop' }), aWish({ backups: '/mnt/disk/farmgate' }));
  const unit = textOf(steps, paths.unit);
  const text = unit?.do === 'write' ? unit.text : '';
  expect(text).toContain('ExecStart=/srv/shop/node_modules/.bin/node');
  expect(text).toContain('WorkingDirectory=/srv/shop');
  expect(text).not.toContain('/opt/farmgate');
  expect(text).toMatch(/^ReadWritePaths=-\/mnt\/disk\/farmgate$/m);
});

test('in its usual place the unit is the file of this release, unchanged', () => {
  const unit = textOf(plan(), paths.unit);
  expect(unit?.do === 'write' && unit.text).toBe(templates.unit);
});

test('automatic updates of the system come only when they are wanted', () => {
  expect(wordsOf(plan()).join()).not.toContain('security updates');
  expect(wordsOf(plan(aMachine(), aWish({ updates: true })))[1]).toBe(
    'Let this system install its security updates by itself, every night.',
  );
});

test('sites that Caddy serves already stay', () => {
  const own = 'farm.example {\n\trespond "Hello"\n}';
  const machine = aMachine({
    packages: { caddy: true, 'unattended-upgrades': true },
    files: { [paths.caddyfile]: own },
  });
  const text = after(machine, plan(machine)).files[paths.caddyfile];
  expect(text?.startsWith(own)).toBe(true);
  expect(text).toContain('import /etc/caddy/farmgate.caddy');
  expect(installed().files[paths.caddyfile]?.startsWith(PACKAGED_CADDYFILE)).toBe(true);
});
