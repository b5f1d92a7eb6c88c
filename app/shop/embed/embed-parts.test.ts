import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rememberAge, style, tellHeight } from './embed-parts.ts';

const script = readFileSync('public/embed.js', 'utf8');

test('a partner’s page loads at most 5 kB of ours, and the frame’s own parts are small', () => {
  expect(Buffer.byteLength(script)).toBeLessThanOrEqual(5000);
  expect(Buffer.byteLength(style + tellHeight + rememberAge(30))).toBeLessThanOrEqual(5000);
});

test.each([
  ['the script', script],
  ['the height', tellHeight],
  ['the answer', rememberAge(30)],
])('%s runs no text as code, and writes no markup', (_, code) => {
  expect(code).not.toMatch(
    /\beval\b|Function\(|innerHTML|insertAdjacent|document\.write|cookie|\.on[a-z]+\s*=/,
  );
  expect(code).not.toContain("'*'");
  expect(() => new Function(code)).not.toThrow();
});

describe('the answer about age', () => {
  const DAY_MS = 86_400_000;

  /** Runs the frame's script with this stored; returns how often it answered by itself, and what it then stores. */
  function remembered(stored: string | null) {
    let sent = 0;
    let pressed = () => {};
    const kept = new Map<string, string>();
    const form = {
      submit: () => {
        sent++;
      },
      addEventListener: (_: string, listener: () => void) => {
        pressed = listener;
      },
    };
    const storage = { getItem: () => stored, setItem: (key: string, value: string) => kept.set(key, value) };
    const run = new Function('document', 'localStorage', 'addEventListener', rememberAge(30));
    run({ getElementById: () => form }, storage, () => {});
    pressed();
    return { sent, kept: kept.get('age_verified') ?? '' };
  }

  test.each([
    ['none', null, 0],
    ['one of yesterday', new Date(Date.now() + 29 * DAY_MS).toISOString(), 1],
    ['one that ended', new Date(Date.now() - 1000).toISOString(), 0],
    ['one that lasts for years', new Date(Date.now() + 3000 * DAY_MS).toISOString(), 0],
    ['nonsense', 'true', 0],
  ])('%s is sent %3$i times', (_, stored, times) => {
    expect(remembered(stored).sent).toBe(times);
  });

  test('is remembered for the days of the settings', () => {
    const days = (Date.parse(remembered(null).kept) - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
  });
});
