/** A copy of this checkout with its build, to damage and to build in. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureBuilt } from '../../scripts/build.ts';

const root = join(import.meta.dirname, '../..');
const copied = ['app', 'server', 'public', 'scripts', 'build', 'package.json', 'package-lock.json'];
const configs = ['tsconfig.json', 'vite.config.ts', 'react-router.config.ts'];

export type CheckoutCopy = {
  folder: string;
  /** Names without content hashes, which differ when the style sheet was built from other files. */
  filesBuilt(): string[];
  /** The output of a start. */
  start(): Promise<string>;
  /** Deletes every second file that browsers load. */
  halve(): void;
  /** Shortens a file of the build, as a full disk or a power failure does. */
  cutShort(): void;
  remove(): void;
};

/** Builds this checkout if it has no build. */
export async function copyCheckout(): Promise<CheckoutCopy> {
  await ensureBuilt(root, console.log);
  const folder = mkdtempSync(join(tmpdir(), 'farmgate build '));
  for (const name of [...copied, ...configs])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    filesBuilt: () =>
      ['client', 'server']
        .flatMap((part) => readdirSync(join(folder, 'build', part), { recursive: true, encoding: 'utf8' }))
        .map((name) => name.replace(/-[\w-]{8}\./, '.'))
        .sort(),
    start: async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'scripts/build.ts')]);
      return stdout;
    },
    halve: () => {
      const assets = join(folder, 'build/client/assets');
      const half = readdirSync(assets).filter((_, index) => index % 2 === 0);
      for (const name of half) rmSync(join(assets, name));
    },
    cutShort: () => truncateSync(join(folder, 'build/server/index.js'), 100),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
