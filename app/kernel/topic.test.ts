import { describe, expect, test } from 'vitest';
import { newId } from './ids.ts';
import { isTopic, MAXIMUM_TOPICS, readTopics, type Topic, thingOf, writeTopics } from './topic.ts';

const id = newId();

describe('a topic', () => {
  test('is a known list, or a known kind of thing with a UUID', () => {
    expect(['orders', `order:${id}`, `user:${id}`].filter(isTopic)).toHaveLength(3);
    for (const odd of [
      '',
      'order',
      'orders:',
      `orders:${id}`,
      'order:',
      'order:1',
      `orders,order:${id}`,
      `lot:${id}`,
      'ORDERS',
    ]) {
      expect(isTopic(odd), odd).toBe(false);
    }
  });

  test('names a thing’s kind and id, and nothing for a list', () => {
    expect(thingOf(`order:${id}`)).toEqual({ kind: 'order', id });
    expect(thingOf('orders')).toBeNull();
  });
});

describe('topics in a URL', () => {
  test('round-trip without duplicates, in a fixed order', () => {
    const topics: Topic[] = ['orders', `order:${id}`, 'orders'];
    expect(writeTopics(topics)).toBe(`order:${id},orders`);
    expect(readTopics(writeTopics(topics))).toEqual([`order:${id}`, 'orders']);
  });

  test('are refused together when one is invalid, when there is none, and when there are too many', () => {
    expect(readTopics(null)).toBeNull();
    expect(readTopics('')).toBeNull();
    expect(readTopics('orders,')).toBeNull();
    expect(readTopics(`orders,order:${id}x`)).toBeNull();
    const many = Array.from({ length: MAXIMUM_TOPICS + 1 }, () => `order:${newId()}`);
    expect(readTopics(many.join(','))).toBeNull();
    expect(readTopics(many.slice(1).join(','))).toHaveLength(MAXIMUM_TOPICS);
  });
});
