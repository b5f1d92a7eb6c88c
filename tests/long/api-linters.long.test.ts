/** Two linters read the API's description: no error, and each warning has its reason here. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JudgedShop, openJudgedShop } from '#tests/support/judged-shop.ts';

const run = promisify(execFile);
const programs = join(import.meta.dirname, '../judges/node_modules/.bin');
const folder = mkdtempSync(join(tmpdir(), 'farmgate-linters-'));
const description = join(folder, 'openapi.json');

let shop: JudgedShop;
beforeAll(async () => {
  shop = await openJudgedShop();
  writeFileSync(description, await (await shop.ask('guest', '/api/v1/openapi.json')).text());
});
afterAll(async () => {
  await shop?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What a linter printed; it ends with an error if it found one. */
const said = (program: string, args: string[]): Promise<string> =>
  run(join(programs, program), args, { cwd: folder, env: { ...process.env, REDOCLY_TELEMETRY: 'off' } }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );

test('redocly finds nothing but that this shop runs on localhost', async () => {
  const found = JSON.parse(await said('redocly', ['lint', description, '--format=json']));
  const problems = found.problems as { severity: string; ruleId: string }[];
  expect(problems.map(({ severity, ruleId }) => `${severity}: ${ruleId}`)).toEqual([
    // The shop's own address is the server; a real shop's is no localhost.
    'warn: no-server-example.com',
  ]);
});

test('spectral finds nothing', async () => {
  writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
  expect(JSON.parse(await said('spectral', ['lint', description, '--format=json', '--quiet']))).toEqual([]);
});

test('both linters find a fault that is put in', async () => {
  const faulty = JSON.parse(await (await shop.ask('guest', '/api/v1/openapi.json')).text());
  const [operation] = Object.values(Object.values(faulty.paths)[0] as object);
  operation.parameters = [{ name: 'lost', in: 'path', required: false, schema: { type: 'string' } }];
  writeFileSync(description, JSON.stringify(faulty));
  expect(await said('redocly', ['lint', description, '--format=json'])).toContain('"severity": "error"');
  const found = JSON.parse(await said('spectral', ['lint', description, '--format=json', '--quiet']));
  expect(found).toContainEqual(expect.objectContaining({ severity: 0 }));
});
