import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { databaseLayout, replacedHomes, upgradedHome } from './layout.ts';
import { settingArguments } from './settings.ts';
import { startRefusal, upgradeRefusal } from './versions.ts';

test('a start with an older cluster names the upgrade, with a newer one the newer Farmgate', () => {
  expect(startRefusal('/data', 18, 18)).toBeNull();
  expect(startRefusal('/data', 17, 18)).toBe(
    'The database in /data was made by PostgreSQL 17 and this Farmgate brings PostgreSQL 18: run `npm run upgrade-database`, or start the Farmgate it was made with.',
  );
  expect(startRefusal('/data', 19, 18)).toMatch(
    /by PostgreSQL 19 and .* 18: start the Farmgate it was made with\.$/,
  );
});

test('an upgrade goes from the version before the bundled one', () => {
  const versions = { ours: 18, earlier: 17 };
  expect(upgradeRefusal('/data', 17, versions)).toBeNull();
  expect(upgradeRefusal('/data', 18, versions)).toBeNull();
  expect(upgradeRefusal('/data', 16, versions)).toContain('upgrades from 17 only');
  expect(upgradeRefusal('/data', 19, versions)).toContain('start the Farmgate it was made with');
});

test('a data folder uses the database of its newest upgrade, and no folder that a person named', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'farmgate-layout-'));
  const home = () => path.basename(databaseLayout(folder).home);
  expect(home()).toBe('postgres');
  for (const name of ['postgres', 'postgres-17', 'postgres-upgraded-18-copy'])
    mkdirSync(path.join(folder, name));
  expect(home()).toBe('postgres');
  expect(replacedHomes(folder)).toEqual([]);
  for (const version of [10, 9]) mkdirSync(upgradedHome(folder, version));
  expect(home()).toBe('postgres-upgraded-10');
  expect(replacedHomes(folder)).toEqual([path.join(folder, 'postgres'), upgradedHome(folder, 9)]);
  rmSync(folder, { recursive: true });
});

test('the earlier version gets no setting that it does not know', () => {
  const names = (version: number) => settingArguments(version, '/socket', 5432).join(' ');
  expect(names(18)).toContain('io_workers=1');
  expect(names(17)).not.toContain('io_workers');
  expect(names(17)).toContain('fsync=on');
});
