/** A start builds what is missing, and two starts at once build it once. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt, isBuilt } from '../../scripts/build.ts';

const root = join(import.meta.dirname, '../..');
const copied = ['app', 'server', 'public', 'scripts', 'build', 'package.json', 'package-lock.json'];
const configs = ['tsconfig.json', 'vite.config.ts', 'react-router.config.ts'];

let checkout: string;
beforeAll(async () => {
  await ensureBuilt(root, console.log);
  checkout = mkdtempSync(join(tmpdir(), 'farmgate build '));
  for (const name of [...copied, ...configs])
    cpSync(join(root, name), join(checkout, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
});
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

/** Names without content hashes, which differ when the style sheet was built from other files. */
const filesBuilt = () =>
  readdirSync(join(checkout, 'build'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replace(/-[\w-]{8}\./, '.'))
    .sort();

/** The output of a start. */
async function start(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(checkout, 'scripts/build.ts')]);
  return stdout;
}

// A build takes ten seconds of a processor that other tests may need too.
const PATIENCE = 600_000;

test(
  'a complete build stays, and a half-deleted one is rebuilt, once for two starts',
  async () => {
    expect(isBuilt(checkout)).toBe(true);
    expect(await start()).toBe('');
    const whole = filesBuilt();

    const assets = join(checkout, 'build/client/assets');
    const half = readdirSync(assets).filter((_, index) => index % 2 === 0);
    for (const name of half) rmSync(join(assets, name));
    expect(isBuilt(checkout)).toBe(false);
    const said = await Promise.all([start(), start()]);
    expect(said.join('').match(/Building/g)).toHaveLength(1);
    expect(isBuilt(checkout)).toBe(true);
    expect(filesBuilt()).toEqual(whole);

    // Cut short, as by a full disk or a power failure.
    truncateSync(join(checkout, 'build/server/index.js'), 100);
    expect(isBuilt(checkout)).toBe(false);
  },
  PATIENCE,
);
