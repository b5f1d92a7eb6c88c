/**
 * `npm start`: builds if the sources changed, then starts the built application. Runs on the project's own Node 24,
 * whatever the machine has. Plain JavaScript, with the build in a separate process, because Node would otherwise hold
 * its TypeScript compiler in memory (18 MB) for as long as the shop runs.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiledFolder, isBuilt } from '../scripts/build-state.js';

const root = join(import.meta.dirname, '..');
const isProduction = process.env.NODE_ENV === 'production';

if (!isBuilt(root)) await build();
// From the second start on: 0.11 s of 0.68 less. On a read-only disk it does nothing.
enableCompileCache({ directory: compiledFolder(root) });

// React selects its build by this variable; a demo on a laptop must be as fast as the real shop.
process.env.NODE_ENV = 'production';
const { runUntilStopped, start } = await import(pathToFileURL(join(root, 'build/server/index.js')).href);

await runUntilStopped((/** @type {(line: string) => void} */ say) =>
  start({
    root,
    say,
    isProduction,
    clientFolder: join(root, 'build/client'),
  }),
);

/**
 * Runs the build, and exits on failure. A stop signal during the build also stops the build, which has child processes.
 */
async function build() {
  const script = join(root, 'scripts/build.ts');
  // In its own process group: Ctrl-C reaches only us, and we end the whole group.
  const building = spawn(process.execPath, [script], { stdio: 'inherit', detached: true });
  let isStopping = false;
  const stop = () => {
    isStopping = true;
    if (building.pid) process.kill(-building.pid, 'SIGTERM');
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, stop);
  const [code] = await once(building, 'exit');
  for (const signal of signals) process.off(signal, stop);
  if (isStopping) process.exit(0);
  if (code !== 0) process.exit(1);
}
