/** `npm run dev`: runs the same application through Vite, which reloads as you type. */
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'vite';
import { runUntilStopped } from './run/process.ts';

const root = join(import.meta.dirname, '..');

await runUntilStopped(async (say) => {
  // Any free port for the reload signals, so that two developers on one machine do not collide.
  const vite = await createServer({
    root,
    server: { middlewareMode: true, hmr: { port: await freePort() } },
    appType: 'custom',
  });
  const app = (await vite.ssrLoadModule('/server/run/app.ts')) as typeof import('./run/app.ts');
  const running = await app.start({
    root,
    say,
    isProduction: false,
    clientFolder: null,
    around: (listener) => (request, response) =>
      vite.middlewares(request, response, () => listener(request, response)),
  });
  return {
    origin: running.origin,
    port: running.port,
    drainSeconds: running.drainSeconds,
    stop: async () => {
      await vite.close();
      await running.stop();
    },
  };
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createNetServer().once('error', reject);
    probe.listen(0, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
