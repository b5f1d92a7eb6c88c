import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  choiceFilter,
  countText,
  dateFilter,
  defineList,
  type NumberedPage,
  type Position,
  rangeText,
  splitSort,
  textFilter,
} from './list-state.ts';

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
  test('defaults to the plain list', () => {
    expect(parse('')).toEqual({ filters: {}, sort: '-created', position: null });
    expect(list.query(parse(''))).toBe('');
  });

  test('reads filters that fit and ignores others', () => {
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

  test('starts at the first page after a change of filter or sort, and only then', () => {
    const state = { ...parse('email=ana'), position: { direction: 'after' as const, key: ['x', 3] } };
    const position = (query: string) => parse(query).position;
    expect(position(list.query(state))).toEqual(state.position);
    expect(position(list.query(state, { filters: { status: 'ready' } }))).toBeNull();
    expect(position(list.query(state, { sort: 'total' }))).toBeNull();
    expect(position(list.query(state, { position: null }))).toBeNull();
    expect(list.query(state, { filters: { email: null } })).toBe('');
    expect(list.query(state, { sort: '-created' })).toBe('email=ana');
  });

  test('knows whether any filter is set', () => {
    expect(list.isFiltered(parse('sort=total'))).toBe(false);
    expect(list.isFiltered(parse('from=2026-01-01'))).toBe(true);
  });

  test('round-trips through the URL, whatever the position contains', () => {
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
  ])('reads the invented position %j as the first page', (text) => {
    expect(parse(`after=${text}`).position).toBeNull();
  });
});

test('a count has words, and says where counting stopped', () => {
  expect(countText(0, 'order', 'orders')).toBe('0 orders');
  expect(countText(1, 'order', 'orders')).toBe('1 order');
  expect(countText(9999, 'order', 'orders')).toBe('9,999 orders');
  expect(countText(10_000, 'order', 'orders')).toBe('10,000 orders');
  expect(countText({ over: 10_000 }, 'order', 'orders')).toBe('10,000+ orders');
});

describe('the value of a filter', () => {
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
  ])('%s is not', (day) => {
    expect(filtersOf(`day=${day}`)).toEqual({});
  });

  test('text has up to a hundred characters, and its kind says so', () => {
    expect(days.filters.words).toEqual({ kind: 'text', label: 'Words' });
    expect(filtersOf(`words=${'a'.repeat(100)}`)).toEqual({ words: 'a'.repeat(100) });
    expect(filtersOf(`words=${'a'.repeat(101)}`)).toEqual({});
  });

  test('a sort name with a dash is looked up whole', () => {
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

  test('a position of up to 600 characters is read, and one with an invalid part is ignored', () => {
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

describe('the row numbers of a page', () => {
  const key = ['x', 3];
  const before: Position = { direction: 'before', key };
  const after: Position = { direction: 'after', key };
  const page = (size: number, facts: Partial<NumberedPage>): NumberedPage => ({
    rows: Array.from({ length: size }),
    previous: before,
    next: after,
    counted: 1078,
    ...facts,
  });

  test('continue from the row that the link passed on', () => {
    expect(rangeText(page(25, { previous: null }), null)).toBe('1–25 of 1,078');
    const next = parse(list.query(parse(''), { position: { ...after, row: 25 } })).position;
    expect(next).toEqual({ ...after, row: 25 });
    expect(rangeText(page(25, {}), next)).toBe('26–50 of 1,078');
    expect(rangeText(page(25, {}), { ...before, row: 51 })).toBe('26–50 of 1,078');
    expect(rangeText(page(25, { counted: { over: 10_000 } }), next)).toBe('26–50 of 10,000+');
  });

  test('match the first and the last page, whatever a link claims', () => {
    expect(rangeText(page(25, { previous: null }), { ...before, row: 900 })).toBe('1–25 of 1,078');
    expect(rangeText(page(3, { next: null }), { ...after, row: 7 })).toBe('1,076–1,078 of 1,078');
    expect(rangeText(page(3, { previous: null, next: null, counted: 3 }), null)).toBe('1–3 of 3');
  });

  test('are hidden where they are unknown or impossible', () => {
    expect(rangeText(page(25, {}), after)).toBeNull();
    expect(rangeText(page(25, {}), { ...after, row: 1070 })).toBeNull();
    expect(rangeText(page(25, {}), { ...before, row: 2 })).toBeNull();
    expect(rangeText(page(0, { previous: null, next: null, counted: 0 }), null)).toBeNull();
    expect(rangeText(page(25, { counted: undefined }), null)).toBeNull();
    for (const row of ['0', '-5', '1.5', 'x', '9999999999'])
      expect(parse(`after=${btoa('["x"]').replaceAll('=', '')}&row=${row}`).position).toEqual({
        direction: 'after',
        key: ['x'],
      });
  });
});
