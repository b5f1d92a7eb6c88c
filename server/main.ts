/**
 * `npm start`: builds when the sources changed, then starts the built application. Kept to what cannot be
 * in the build itself. Run by the project's own Node 24, whatever the machine brings.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from '../scripts/build.ts';
import { runUntilStopped } from './process.ts';

const root = join(import.meta.dirname, '..');
const production = process.env.NODE_ENV === 'production';

await runUntilStopped(async (say) => {
  await ensureBuilt(root, say);
  // React chooses its build by this; a demo on a laptop must be as fast as the real shop.
  process.env.NODE_ENV = 'production';
  const built: typeof import('./app.ts') = await import(
    pathToFileURL(join(root, 'build/server/index.js')).href
  );
  return built.start({
    root,
    say,
    seedDemo: !(production && process.env.DATABASE_URL),
    clientFolder: join(root, 'build/client'),
  });
});
