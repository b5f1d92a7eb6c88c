/** What `npm start` does when its shop ends together with its database, or cannot be started again. */
import { createServer, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';
import { killDatabase } from '#tests/support/lossy-shop.ts';
import { startSupervised } from '#tests/support/supervised.ts';

test('a shop whose process and database are killed together opens again', async () => {
  const shop = await startSupervised();
  await shop.untilOpen(1);
  killDatabase(shop.dataFolder);
  process.kill(shop.shopPid(), 'SIGKILL');
  await shop.untilOpen(2);
  expect((await fetch(`${shop.origin}/healthz`)).status).toBe(200);
  expect(await shop.stop()).toBe(0);
});

test('a first start that fails is not repeated, and one that fails later is tried less and less often', async () => {
  const port = await freePort();
  const taken = createServer().listen(port);
  const failed = await startSupervised(port);
  expect(await new Promise((resolve) => failed.supervisor.once('close', resolve))).toBe(1);
  expect(failed.output()).toContain(`Port ${port} is taken`);
  expect(failed.output()).not.toContain('starts again');
  await new Promise((closed) => taken.close(closed));

  const shop = await startSupervised(port);
  await shop.untilOpen(1);
  process.kill(shop.shopPid(), 'SIGKILL');
  let thief: Server | null = null;
  // Takes the port before the next start does.
  while (thief === null) {
    thief = await listening(port);
    await pause(2);
  }
  await expect.poll(shop.output, { timeout: 30_000 }).toContain('starts again in 2 s.');
  expect(shop.output()).toContain('Farmgate ended (exit code 1) and starts again in 1 s.');
  const former = thief;
  await new Promise((closed) => former.close(closed));
  await shop.untilOpen(2);
  expect(await shop.stop()).toBe(0);
});

function listening(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, () => resolve(server));
  });
}
