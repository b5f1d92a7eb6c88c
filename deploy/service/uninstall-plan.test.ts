import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installSteps } from './install-plan.ts';
import { type Machine, paths } from './machine.ts';
import { aMachine, aWish } from './testing/a-machine.ts';
import { after, PACKAGED_CADDYFILE } from './testing/after.ts';
import { type UninstallWish, uninstallSteps } from './uninstall-plan.ts';

const templates = {
  unit: readFileSync(join(import.meta.dirname, '../farmgate.service'), 'utf8'),
  site: readFileSync(join(import.meta.dirname, 'site.caddy'), 'utf8'),
};
const install = (machine: Machine) => after(machine, installSteps(machine, aWish(), templates));
const wish = (changes: Partial<UninstallWish> = {}): UninstallWish => ({
  deletesData: false,
  backups: paths.backups,
  ...changes,
});
const withBackup = (machine: Machine): Machine => ({
  ...machine,
  places: { ...machine.places, [paths.backups]: { mode: 0o700, owner: 'farmgate', isEmpty: false } },
});
/** What is on a machine, without what is absent. */
const seen = ({ files, places, users, packages, record }: Machine) => ({
  files: Object.entries(files).filter(([, text]) => text !== undefined),
  places: Object.entries(places).filter(([, place]) => place !== undefined),
  ...{ users, packages, record },
});

test('with its data deleted and no backup made, the machine is what it was', () => {
  const installed = install(aMachine());
  const gone = after(installed, uninstallSteps(installed, wish({ deletesData: true })));
  expect(seen(gone)).toEqual(seen(aMachine()));
});

test('the data, the backups and what reads them stay, and belong to root', () => {
  const installed = withBackup(install(aMachine()));
  const left = after(installed, uninstallSteps(installed, wish()));
  for (const path of [paths.data, paths.backups, paths.passphrase])
    expect(left.places[path]?.owner).toBe('root');
  expect(left.files[paths.settings]).toBeDefined();
  expect(left.users).toEqual(['root']);
  expect(uninstallSteps(left, wish())).toEqual([]);
});

test('backups stay when the data go, with their passphrase', () => {
  const installed = withBackup(install(aMachine()));
  const left = after(installed, uninstallSteps(installed, wish({ deletesData: true })));
  expect(left.places[paths.data]).toBeUndefined();
  expect(left.places[paths.backups]).toBeDefined();
  expect(left.files[paths.passphrase]).toBeDefined();
});

test('a shop that was uninstalled is installed again with its data and its passphrase', () => {
  const installed = withBackup(install(aMachine()));
  const left = after(installed, uninstallSteps(installed, wish()));
  const again = install(left);
  expect(again.places[paths.data]?.owner).toBe('farmgate');
  expect(again.places[paths.passphrase]?.owner).toBe('farmgate');
  expect(again.files[paths.passphrase]).toBe(installed.files[paths.passphrase]);
});

test('a Caddy that was there before stays, with its sites as they were', () => {
  const own = 'farm.example {\n\trespond "Hello"\n}\n';
  const before = aMachine({
    users: ['root', 'caddy'],
    packages: { caddy: true, 'unattended-upgrades': false },
    files: { [paths.caddyfile]: own },
  });
  const installed = install(before);
  const steps = uninstallSteps(installed, wish({ deletesData: true }));
  expect(seen(after(installed, steps))).toEqual(seen(before));
  expect(steps.flatMap(({ actions }) => actions)).toContainEqual({
    do: 'run',
    command: ['systemctl', 'reload-or-restart', 'caddy'],
  });
});

test('a Caddy that the installation brought stays once it serves something else', () => {
  const installed = { ...install(aMachine()), isCaddyUntouched: false };
  const left = after(installed, uninstallSteps(installed, wish()));
  expect(left.packages.caddy).toBe(true);
  expect(left.users).toContain('caddy');
  expect(left.files[paths.caddyfile]).toBe(PACKAGED_CADDYFILE);
});

test('a user that the installation did not make stays', () => {
  const before = aMachine({ users: ['root', 'farmgate'] });
  const installed = install(before);
  expect(after(installed, uninstallSteps(installed, wish())).users).toContain('farmgate');
});

test('a machine without the shop has nothing to uninstall', () => {
  expect(uninstallSteps(aMachine(), wish({ deletesData: true }))).toEqual([]);
});
