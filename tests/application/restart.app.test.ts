/** `npm start` starts the shop again when it ends without having been stopped, and says so. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { withDatabase } from '#tests/support/lossy-shop.ts';
import { startSupervised } from '#tests/support/supervised.ts';

test('a shop that is killed, or ends by an error, is open again within seconds, and Operations knows', async () => {
  const shop = await startSupervised();
  await shop.untilOpen(1);
  const first = shop.shopPid();
  process.kill(first, 'SIGKILL');
  const killed = performance.now();
  await shop.untilOpen(2);
  const killedMs = Math.round(performance.now() - killed);
  expect(shop.output()).toContain('Farmgate ended (exit code 137) and starts again.');
  expect(shop.output()).toContain('The database of an earlier start was still running and is used on.');
  expect((await fetch(`${shop.origin}/healthz`)).status).toBe(200);

  const second = shop.shopPid();
  process.kill(second, 'SIGUSR2');
  const crashed = performance.now();
  await shop.untilOpen(3);
  console.info({ killedMs, crashedMs: Math.round(performance.now() - crashed) });
  expect(shop.output()).toContain('Farmgate ended (exit code 70) and starts again in 1 s.');
  expect((await fetch(`${shop.origin}/healthz`)).status).toBe(200);
  const known = () =>
    withDatabase(shop.dataFolder, async (db) => {
      const { rows } = await db.execute<{ place: string; message: string }>(
        sql`select place, message from recent_errors`,
      );
      return rows.map(({ place, message }) => `${place}: ${message}`).join('\n');
    });
  await expect.poll(known).toContain(`(${second}): It ended without being stopped`);
  expect(await known()).toContain(`(${first}): It ended without being stopped`);
  expect(await known()).toContain('Outside of a request: made by a test');

  const pids = [shop.supervisor.pid, shop.shopPid()];
  expect(await shop.stop()).toBe(0);
  expect(pids.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
  expect(existsSync(join(shop.dataFolder, 'postgres/cluster/postmaster.pid'))).toBe(false);
});
