/**
 * `npm start`: builds when the sources changed, then starts the built application. Run by the project's own
 * Node 24, whatever the machine brings. Plain JavaScript, and the build a process of its own, because Node
 * would keep its TypeScript compiler in memory (18 MB) for as long as the shop is open.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
const production = process.env.NODE_ENV === 'production';

const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.ts')], { stdio: 'inherit' });
if (status !== 0) process.exit(1);

// React chooses its build by this; a demo on a laptop must be as fast as the real shop.
process.env.NODE_ENV = 'production';
const { runUntilStopped, start } = await import(pathToFileURL(join(root, 'build/server/index.js')).href);

await runUntilStopped((/** @type {(line: string) => void} */ say) =>
  start({
    root,
    say,
    seedDemo: !(production && process.env.DATABASE_URL),
    clientFolder: join(root, 'build/client'),
  }),
);
