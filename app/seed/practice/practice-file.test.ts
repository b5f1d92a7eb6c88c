/** The file of the Metrc that the demo plays: what was answered is in it, whenever the process is killed. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addPackage, newMetrcState } from '../metrc/state.ts';
import { practiceSaver, readPracticeFile } from './practice-file.ts';

const NOW = new Date('2026-11-28T17:00:00Z');
const keys = { integratorKey: 'software', userKey: 'farm', license: 'OCM-MICR-24-000001' };
const tag = (number: number) => `1A4PRACTICE${String(number).padStart(13, '0')}`;

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farmgate-practice-'));
  path = join(folder, 'metrc-practice.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('what was saved is read again, and only the owner of the folder may read it', async () => {
  const state = newMetrcState(keys);
  addPackage(state, { label: tag(1), license: keys.license, quantity: 12 }, NOW);
  await practiceSaver(folder, state)();
  expect(await readPracticeFile(folder)).toEqual(state);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await readPracticeFile(join(folder, 'none'))).toBeNull();
});

test('who waits for a save knows that their own change is in the file, however many save at once', async () => {
  const state = newMetrcState(keys);
  const save = practiceSaver(folder, state);
  const saving = Array.from({ length: 40 }, async (_, nth) => {
    await wait(nth % 7);
    state.lastId += 1;
    const mine = state.lastId;
    await save();
    expect((await readPracticeFile(folder))?.lastId).toBeGreaterThanOrEqual(mine);
  });
  await Promise.all(saving);
});

test('a save that failed does not fail the next one', async () => {
  const state = newMetrcState(keys);
  const inTheWay = join(folder, 'file');
  writeFileSync(inTheWay, '');
  const save = practiceSaver(inTheWay, state);
  await expect(save()).rejects.toThrow();
  rmSync(inTheWay);
  await save();
  expect(await readPracticeFile(inTheWay)).toEqual(state);
});

test('a process that is killed while it saves leaves the old file or the new one, never half', async () => {
  for (let kill = 0; kill < 8; kill++) {
    const child = fork(join(import.meta.dirname, 'testing/write-forever.ts'), [folder], { execArgv: [] });
    let answered = 0;
    child.on('message', (id: number) => {
      answered = id;
    });
    await once(child, 'message');
    await wait(5 + kill * 9);
    child.kill('SIGKILL');
    await once(child, 'close');
    const found = await readPracticeFile(folder);
    expect(found?.locations).toHaveLength(20_000);
    expect(found?.lastId).toBeGreaterThanOrEqual(answered);
  }
  expect(readdirSync(folder).filter((name) => name.endsWith('.unreadable'))).toEqual([]);
});

test.each(['', '{"version":1,"state":{', '{"version":2}', '{"version":1,"state":{"packages":[]}}', '[]'])(
  'a file with %s is set aside, and the demo’s Metrc begins again',
  async (text) => {
    writeFileSync(path, text);
    expect(await readPracticeFile(folder)).toBeNull();
    expect(readdirSync(folder)).toEqual(['metrc-practice.json.unreadable']);
  },
);

test('it does not grow without end: the oldest adjustments, receipts and finished packages go', async () => {
  const state = newMetrcState(keys);
  for (let nth = 1; nth <= 600; nth++)
    addPackage(
      state,
      { label: tag(nth), license: keys.license, quantity: 0, finishedDate: '2026-11-28' },
      NOW,
    );
  addPackage(state, { label: tag(601), license: keys.license, quantity: 5 }, NOW);
  for (let nth = 1; nth <= 2500; nth++) {
    state.receipts[nth] = {
      ...{ id: nth, license: keys.license, number: String(nth), externalNumber: null },
      ...{ soldAt: '2026-11-28T11:00:00.000', customerType: 'Consumer', transactions: [], isFinal: true },
      ...{ archivedDate: null, recordedAt: '', recordedBy: '', lastModified: '' },
    };
    const adjustment = { license: keys.license, label: tag(601), quantity: -1, reason: 'Waste', note: '' };
    state.adjustments.push({ ...adjustment, date: '2026-11-28', by: String(nth), lastModified: '' });
  }
  await practiceSaver(folder, state)();
  expect(Object.keys(state.receipts)).toHaveLength(2000);
  expect(state.receipts[2500]).toBeDefined();
  expect(state.adjustments).toHaveLength(1000);
  expect(state.adjustments.at(-1)?.by).toBe('2500');
  expect(Object.keys(state.packages)).toHaveLength(501);
  expect(state.packages[tag(601)]).toBeDefined();
  expect(readFileSync(path).length).toBeLessThan(2_000_000);
});
