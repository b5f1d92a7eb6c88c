import { describe, expect, test } from 'vitest';
import { isBlank, readWrong, wrongFields } from './wrong-price-form.ts';

const ZONE = 'America/New_York';
const read = (query: string) => readWrong(7, wrongFields(new URLSearchParams(query)), ZONE);
const SPAN = 'from=2026-11-28T14:00&until=2026-11-28T16:00';

describe('the form of a wrong price', () => {
  test('reads store-local times and prices in dollars', () => {
    const asked = read(`${SPAN}&wrong=27.50&right=25&lot=3&way=counter`);
    expect(
      asked.ok && { ...asked.wrong, from: asked.wrong.from.toString(), until: asked.wrong.until.toString() },
    ).toEqual({
      ...{ productId: 7, wrongPrice: 2750, rightPrice: 2500, lotId: 3, way: 'counter' },
      ...{ from: '2026-11-28T19:00:00Z', until: '2026-11-28T21:00:00Z' },
    });
  });

  test('takes any price, batch and way where none is chosen', () => {
    expect(read(`${SPAN}&right=0`)).toMatchObject({
      wrong: { wrongPrice: null, rightPrice: 0, lotId: null, way: null },
    });
  });

  test.each([
    ['right=25', 'from'],
    [`${SPAN}`, 'right'],
    [`${SPAN}&right=abc`, 'right'],
    [`${SPAN}&right=-1`, 'right'],
    [`${SPAN}&right=25&wrong=x`, 'wrong'],
    [`${SPAN}&right=30&wrong=27.50`, 'right'],
    ['from=2026-11-28T16:00&until=2026-11-28T14:00&right=25', 'until'],
    ['from=2026-13-28T16:00&until=2026-11-28T14:00&right=25', 'from'],
  ])('refuses %s at %s', (query, field) => {
    const asked = read(query);
    expect(asked.ok).toBe(false);
    if (!asked.ok) expect(Object.keys(asked.errors)).toContain(field);
  });

  test('is blank until something is asked', () => {
    expect(isBlank(wrongFields(new URLSearchParams('page=2')))).toBe(true);
    expect(isBlank(wrongFields(new URLSearchParams('right=25')))).toBe(false);
  });
});
