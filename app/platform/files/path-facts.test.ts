import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { askDisk, realPathOf, statOf } from './path-facts.ts';

const folder = mkdtempSync('/var/tmp/farmgate-facts-');
writeFileSync(join(folder, 'file'), '');
symlinkSync(join(folder, 'file'), join(folder, 'link'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a path has its facts, and one where nothing is has none', async () => {
  expect((await statOf(folder))?.isDirectory()).toBe(true);
  expect(await statOf(join(folder, 'nothing'))).toBeNull();
  expect(await statOf(join(folder, 'file/below'))).toBeNull();
  expect(await realPathOf(join(folder, 'link'))).toBe(join(folder, 'file'));
});

test('a drive that never answers makes no one wait longer than three seconds, and is asked once', async () => {
  vi.useFakeTimers();
  try {
    const silent = vi.fn(() => new Promise<string>(() => undefined));
    const answers = [1, 2, 3].map(() => askDisk('stat /mnt/away', silent).catch((error) => error.code));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await Promise.all(answers)).toEqual(['ETIMEDOUT', 'ETIMEDOUT', 'ETIMEDOUT']);
    expect(silent).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});
