/** What the person at the terminal sees: a shop that opens, or one plain sentence that says why not. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApplication } from '#tests/support/application.ts';
import { cloneTemplate } from '#tests/support/database.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'farmgate start '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The output of a failed start, without the line that reports the failure. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const started = await startApplication(environment).catch((error: Error) => error);
  if (!(started instanceof Error)) {
    await started.stop();
    throw new Error('it started');
  }
  return started.message;
}

test('a taken port is named, with another to try, and nothing else is touched', async () => {
  const server = createServer().listen(0);
  const { port } = server.address() as AddressInfo;
  const dataFolder = join(folder, 'untouched');
  const said = await refusal({ PORT: String(port), DATA_FOLDER: dataFolder });
  server.close();
  expect(said).toContain(`Port ${port} is taken`);
  expect(said).not.toContain('    at ');
  expect(() => statSync(dataFolder)).toThrow();
});

test.each([
  ['a wrong setting', { PORT: 'eighty' }, 'A setting is wrong: PORT'],
  ['a database that does not answer', { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' }, 'does not answer'],
  ['a host that is not an address of this machine', { HOST: '203.0.113.1' }, 'HOST 203.0.113.1'],
  ['a proxy that is not an address', { TRUSTED_PROXIES: 'the-proxy' }, 'TRUSTED_PROXIES'],
])('%s is reported in one sentence', async (_, environment, sentence) => {
  const said = await refusal(environment as Record<string, string>);
  expect(said).toContain(sentence);
  expect(said).not.toContain('    at ');
});

test('a data folder that is a file is reported in one sentence', async () => {
  const file = join(folder, 'a file');
  writeFileSync(file, '');
  const said = await refusal({ DATA_FOLDER: file });
  expect(said).toContain('a file');
  expect(said).not.toContain('    at ');
});

test('a production start on an empty database seeds nothing and prints the one-time link', async () => {
  const { url } = await cloneTemplate();
  const app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: url });
  const link = /http:\/\/localhost:\d+(\/set-up\?token=\S+)/.exec(app.output())?.[1] ?? '';
  expect((await fetch(app.origin + link)).status).toBe(200);
  expect((await fetch(`${app.origin}/set-up?token=wrong`)).status).toBe(404);
  expect(app.output()).not.toContain('demo');
  expect(await app.stop()).toBe(0);
});

test('requests in progress at SIGTERM complete, and no one gets a half-stopped shop', async () => {
  const { url } = await cloneTemplate();
  const app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: url });
  const answers = new Map<number, number>();
  let stopping = false;
  const visitor = async (path: string) => {
    for (;;) {
      try {
        const response = await fetch(app.origin + path);
        await response.text();
        answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
      } catch (error) {
        // Connections are refused now; before the stop they were not.
        if (!stopping) throw error;
        return;
      }
    }
  };
  // Each queries the database, on its own keep-alive connection.
  const visitors = [...Array.from({ length: 12 }, () => '/healthz'), '/products.data?n=1'].map(visitor);
  const ahead = connect(Number(new URL(app.origin).port), 'localhost').on('error', () => undefined);
  await pause(500);
  stopping = true;
  const began = performance.now();
  expect(await app.stop()).toBe(0);
  const stoppedAfterMs = Math.round(performance.now() - began);
  console.info({ stoppedAfterMs, answers: Object.fromEntries(answers) });
  await Promise.all(visitors);
  ahead.destroy();
  expect([...answers.keys()]).toEqual([200]);
  // Neither keep-alive connections nor preconnected ones delay it.
  expect(stoppedAfterMs).toBeLessThan(5000);
});
