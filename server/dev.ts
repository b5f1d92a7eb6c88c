/** `npm run dev`: the same application through Vite, which reloads as you type. */
import { join } from 'node:path';
import { createServer } from 'vite';
import { runUntilStopped } from './process.ts';

const root = join(import.meta.dirname, '..');

await runUntilStopped(async (say) => {
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' });
  const app = (await vite.ssrLoadModule('/server/app.ts')) as typeof import('./app.ts');
  const running = await app.start({
    root,
    say,
    seedDemo: true,
    clientFolder: null,
    around: (listener) => (request, response) =>
      vite.middlewares(request, response, () => listener(request, response)),
  });
  return {
    origin: running.origin,
    stop: async () => {
      await vite.close();
      await running.stop();
    },
  };
});
