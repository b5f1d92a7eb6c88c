/**
 * Installs the packages in a folder's package.json: tools that a command needs and the shop does not.
 * `node scripts/install-beside.ts bench/tools` runs before `npm run bench`, and so on.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs what the lock file of `folder` lists, unless already installed since it changed. Runs no package scripts.
 */
export async function installBeside(folder: string): Promise<void> {
  const lock = statSync(join(folder, 'package-lock.json'));
  const installed = statSync(join(folder, 'node_modules/.package-lock.json'), { throwIfNoEntry: false });
  if (installed && installed.mtimeMs > lock.mtimeMs) return;
  console.error(`Installing the packages of ${folder} …`);
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawn('npm', ['ci', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new Error(`npm ci failed in ${folder}`);
}

if (import.meta.main) for (const folder of process.argv.slice(2)) await installBeside(folder);
