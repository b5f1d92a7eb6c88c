import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { choiceFilter, countText, dateFilter, defineList, splitSort, textFilter } from './list-state.ts';

const list = defineList({
  name: 'orders',
  filters: {
    email: textFilter('Email'),
    status: choiceFilter('Status', [
      { value: 'ready', label: 'Ready' },
      { value: 'no_show', label: 'Not picked up' },
    ]),
    from: dateFilter('From'),
  },
  sorts: { created: 'Created', total: 'Total' },
  defaultSort: '-created',
});
const parse = (query: string) => list.parse(new URLSearchParams(query));

describe('the state of a list', () => {
  test('is the plain list where the URL says nothing', () => {
    expect(parse('')).toEqual({ filters: {}, sort: '-created', position: null });
    expect(list.query(parse(''))).toBe('');
  });

  test('takes filters that fit and no others', () => {
    expect(parse('email=%20Ana%20&status=ready&from=2026-02-28').filters).toEqual({
      email: 'Ana',
      status: 'ready',
      from: '2026-02-28',
    });
    expect(parse('email=&status=gone&from=2026-02-29&other=1').filters).toEqual({});
    expect(parse('email=%20%20').filters).toEqual({});
    expect(parse('email=a%00b').filters).toEqual({});
    expect(parse(`email=${'a'.repeat(100)}`).filters.email).toHaveLength(100);
    expect(parse(`email=${'a'.repeat(101)}`).filters).toEqual({});
  });

  test('sorts by the keys it names, in both directions', () => {
    expect(parse('sort=total').sort).toBe('total');
    expect(parse('sort=-total').sort).toBe('-total');
    expect(parse('sort=password').sort).toBe('-created');
    expect(parse('sort=--total').sort).toBe('-created');
    expect(parse('sort=toString').sort).toBe('-created');
    expect(splitSort('-total')).toEqual({ by: 'total', descending: true });
    expect(splitSort('total')).toEqual({ by: 'total', descending: false });
  });

  test('begins at the first page after a change of filter or sort, and only then', () => {
    const state = { ...parse('email=ana'), position: { direction: 'after' as const, key: ['x', 3] } };
    const position = (query: string) => parse(query).position;
    expect(position(list.query(state))).toEqual(state.position);
    expect(position(list.query(state, { filters: { status: 'ready' } }))).toBeNull();
    expect(position(list.query(state, { sort: 'total' }))).toBeNull();
    expect(position(list.query(state, { position: null }))).toBeNull();
    expect(list.query(state, { filters: { email: null } })).toBe('');
    expect(list.query(state, { sort: '-created' })).toBe('email=ana');
  });

  test('knows whether anything is filtered', () => {
    expect(list.isFiltered(parse('sort=total'))).toBe(false);
    expect(list.isFiltered(parse('from=2026-01-01'))).toBe(true);
  });

  test('survives the way through the URL, whatever the position holds', () => {
    fc.assert(
      fc.property(
        fc.record({
          direction: fc.constantFrom('after' as const, 'before' as const),
          key: fc.array(
            fc.oneof(
              fc
                .string({ unit: 'binary', maxLength: 20 })
                .filter((text) => text.isWellFormed() && !text.includes('\0')),
              fc.integer(),
            ),
            { minLength: 1, maxLength: 4 },
          ),
        }),
        (position) => {
          const state = { filters: {}, sort: 'total' as const, position };
          expect(parse(list.query(state))).toEqual(state);
        },
      ),
    );
  });

  test.each([
    '',
    'e30',
    'W10',
    'WzEsMiwzLDQsNV0',
    '****',
    'WyJcdTAwMDAiXQ',
    'WyJcdWQ4MDAiXQ',
    'W251bGxd',
    'W1sxXV0',
    'x'.repeat(601),
    '_w',
  ])('takes the invented position %j for the first page', (text) => {
    expect(parse(`after=${text}`).position).toBeNull();
  });
});

test('counts in words, and says where counting stopped', () => {
  expect(countText(0, 'order', 'orders')).toBe('0 orders');
  expect(countText(1, 'order', 'orders')).toBe('1 order');
  expect(countText(9999, 'order', 'orders')).toBe('9,999 orders');
  expect(countText(10_000, 'order', 'orders')).toBe('10,000 orders');
  expect(countText({ over: 10_000 }, 'order', 'orders')).toBe('10,000+ orders');
});

describe('what a filter takes', () => {
  const days = defineList({
    name: 'days',
    filters: { day: dateFilter('Day'), words: textFilter('Words') },
    sorts: { day: 'Day' },
    defaultSort: 'day',
  });
  const filtersOf = (query: string) => days.parse(new URLSearchParams(query)).filters;

  test.each(['2026-02-28', '2028-02-29', '1999-12-31', '9999-12-31'])('%s is a day', (day) => {
    expect(filtersOf(`day=${day}`)).toEqual({ day });
  });

  test.each([
    '0000-01-01',
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    'x2026-01-01',
    '2026-01-01x',
    '2026-01-01T00:00:00Z',
    '20260101',
  ])('%s is none', (day) => {
    expect(filtersOf(`day=${day}`)).toEqual({});
  });

  test('text is any text of up to a hundred characters, and says that it is one', () => {
    expect(days.filters.words).toEqual({ kind: 'text', label: 'Words' });
    expect(filtersOf(`words=${'a'.repeat(100)}`)).toEqual({ words: 'a'.repeat(100) });
    expect(filtersOf(`words=${'a'.repeat(101)}`)).toEqual({});
  });

  test('a sort whose name has a dash in it is looked up by all of it', () => {
    const dashed = defineList({
      name: 'dashed',
      filters: {},
      sorts: { 'picked-up': 'Picked up', pickedup: 'Other' },
      defaultSort: 'pickedup',
    });
    expect(dashed.parse(new URLSearchParams('sort=picked-up')).sort).toBe('picked-up');
    expect(dashed.parse(new URLSearchParams('sort=-picked-up')).sort).toBe('-picked-up');
    expect(dashed.parse(new URLSearchParams('')).sort).toBe('pickedup');
  });

  test('a position of 600 characters is read, one with a part that is no value is none, and none is padded', () => {
    const positionOf = (key: unknown) =>
      days.parse(new URLSearchParams({ after: Buffer.from(JSON.stringify(key)).toString('base64url') }))
        .position;
    expect(positionOf(['x'.repeat(446)])).toEqual({ direction: 'after', key: ['x'.repeat(446)] });
    expect(positionOf(['x'.repeat(447)])).toBeNull();
    expect(positionOf(['x', null])).toBeNull();
    expect(positionOf(['x', true])).toBeNull();
    const state = days.parse(new URLSearchParams());
    for (const key of ['a', 'ab', 'abc'])
      expect(days.query(state, { position: { direction: 'after', key: [key] } })).not.toMatch(/%3D|=$/);
  });
});
