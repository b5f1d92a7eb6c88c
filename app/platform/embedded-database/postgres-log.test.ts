import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { endOfLog, logSize, trimLog } from './postgres-log.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'farmgate-log-'));
const log = path.join(folder, 'postgres.log');
afterAll(() => rmSync(folder, { recursive: true }));

test('a large log is rotated, and a small one stays', () => {
  writeFileSync(log, 'small');
  trimLog(log);
  expect(readFileSync(log, 'utf8')).toBe('small');
  writeFileSync(log, Buffer.alloc(11 * 1024 * 1024, 'x'));
  trimLog(log);
  expect(logSize(log)).toBe(0);
  expect(logSize(`${log}.1`)).toBe(11 * 1024 * 1024);
});

test('the end of the log starts at the given position', () => {
  writeFileSync(log, 'before\n');
  const place = logSize(log);
  appendFileSync(log, 'FATAL:  why\n');
  expect(endOfLog(log, place)).toBe('FATAL:  why\n');
  expect(endOfLog(path.join(folder, 'none'), 0)).toBe('');
});
