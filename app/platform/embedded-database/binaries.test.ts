import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findBinaries, repairInstallation } from './binaries.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'farmgate-package-'));
afterAll(() => rmSync(root, { recursive: true }));

test('the bundled programs are PostgreSQL 18', () => {
  const { initdb, postgres } = findBinaries();
  for (const program of [initdb, postgres]) {
    expect(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout).toContain('(PostgreSQL) 18.');
  }
});

test('an installation without its install scripts gets its library links and executable programs', () => {
  mkdirSync(path.join(root, 'native', 'bin'), { recursive: true });
  mkdirSync(path.join(root, 'native', 'lib'));
  writeFileSync(path.join(root, 'native', 'bin', 'initdb'), '', { mode: 0o644 });
  writeFileSync(path.join(root, 'native', 'bin', 'postgres'), '', { mode: 0o644 });
  writeFileSync(path.join(root, 'native', 'lib', 'libpq.so.5.18'), 'library');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(path.join(root, 'native', 'pg-symlinks.json'), JSON.stringify(links));

  repairInstallation(root);
  repairInstallation(root);

  expect(readFileSync(path.join(root, 'native', 'lib', 'libpq.so.5'), 'utf8')).toBe('library');
  expect(statSync(path.join(root, 'native', 'bin', 'postgres')).mode & 0o777).toBe(0o755);
});
