import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readAhead } from './read-ahead.ts';

test('the reader fetches one item ahead, never more, and in order', async () => {
  const asked: number[] = [];
  async function* items() {
    for (const item of [1, 2, 3]) {
      asked.push(item);
      yield item;
    }
  }
  const seen: string[] = [];
  for await (const item of readAhead(items())) {
    await pause(1);
    seen.push(`${item} after ${asked}`);
  }
  expect(seen).toEqual(['1 after 1,2', '2 after 1,2,3', '3 after 1,2,3']);
});

test('an error follows the items before it, and breaking out ends the source', async () => {
  let isEnded = false;
  async function* items() {
    try {
      yield 1;
      yield 2;
      throw new Error('no more');
    } finally {
      isEnded = true;
    }
  }
  const seen: number[] = [];
  const readAll = async () => {
    for await (const item of readAhead(items())) seen.push(item);
  };
  await expect(readAll()).rejects.toThrow('no more');
  expect(seen).toEqual([1, 2]);
  isEnded = false;
  for await (const item of readAhead(items())) {
    expect(item).toBe(1);
    break;
  }
  expect(isEnded).toBe(true);
});
