import { describe, expect, test } from 'vitest';
import { orderEditForm } from '#office/orders/order-edit-form.ts';
import {
  type EditProblem,
  editMessage,
  formLines,
  lineChanges,
  productsOfForm,
  readQuantities,
  staleEdit,
} from './order-edit.ts';

describe('the lines of an edited order', () => {
  test('are read from fields with the product’s id in their name', () => {
    expect(
      readQuantities([
        ['note', 'x'],
        ['quantity-17', ' 30 '],
        ['quantity-2', '0'],
      ]),
    ).toEqual([
      { productId: 17, quantity: 30 },
      { productId: 2, quantity: 0 },
    ]);
    expect(
      readQuantities([
        ['quantity-0', '1'],
        ['quantity-x', '1'],
        ['quantity-1234567890', '1'],
        ['my-quantity-1', '1'],
        ['quantity-1-2', '1'],
      ]),
    ).toEqual([]);
  });

  test.each(['', '-1', '1.5', '1000', 'two', '1e2'])('are refused as a whole if one is %j', (quantity) => {
    expect(
      readQuantities([
        ['quantity-1', '1'],
        ['quantity-2', quantity],
      ]),
    ).toBeNull();
  });

  test('are compared with those of the order', () => {
    const current = [
      { productId: 1, quantity: 2 },
      { productId: 2, quantity: 1 },
      { productId: 3, quantity: 1 },
    ];
    const wanted = [
      { productId: 1, quantity: 5 },
      { productId: 2, quantity: 0 },
      { productId: 9, quantity: 1 },
      { productId: 8, quantity: 0 },
    ];
    expect(lineChanges(current, wanted)).toEqual([
      { productId: 1, from: 2, to: 5 },
      { productId: 2, from: 1, to: 0 },
      { productId: 3, from: 1, to: 0 },
      { productId: 9, from: 0, to: 1 },
    ]);
  });
});

describe('the lines of the form after a refusal', () => {
  const stored = [
    { productId: 1, name: 'Mug', quantity: 2 },
    { productId: 2, name: 'Cap', quantity: 1 },
  ];

  test('keep typed values, and include lines that someone else added since', () => {
    expect(formLines(stored, { 'quantity-1': '5', note: 'x' }, {})).toEqual([
      { productId: 1, name: 'Mug', quantity: '5' },
      { productId: 2, name: 'Cap', quantity: '1' },
    ]);
  });

  test('keep what was typed into a line that someone else removed', () => {
    expect(formLines(stored, { 'quantity-9': '3', 'quantity-8': 'many' }, { 9: 'Pin' }).slice(2)).toEqual([
      { productId: 9, name: 'Pin', quantity: '3' },
      { productId: 8, name: 'Product 8', quantity: 'many' },
    ]);
  });
});

describe('a stale edit', () => {
  const zone = 'America/New_York';
  const order = {
    version: 7,
    pickupStartsAt: new Date('2026-11-21T20:00:00Z'),
    note: 'Ring twice',
    lines: [
      { productId: 1, productName: 'Mug', quantity: 3 },
      { productId: 5, productName: 'Hat', quantity: 1 },
    ],
  };
  const base = {
    slot: '2026-11-21T19:00:00Z',
    note: '',
    'quantity-1': '2',
    'quantity-2': '1',
    'quantity-3': '4',
  };
  const stale = staleEdit(
    order,
    { base, mine: { ...base, note: 'Mine' } },
    { names: new Map([[2, 'Cap']]), zone },
  );
  const change = (field: string) => stale.changes.find((candidate) => candidate.field === field);

  test('carries the stored version, and names what others changed since', () => {
    expect(stale.version).toBe(7);
    expect(stale.changes.map(({ label }) => label).sort()).toEqual(
      ['Cap', 'Hat', 'Mug', 'Note', 'Pickup time', 'Product 3'].sort(),
    );
  });

  test('formats times for reading, and marks lines that are not on the person’s own form', () => {
    expect(change('slot')).toMatchObject({
      theirsText: 'Nov 21, 2026 3:00 PM',
      mineText: 'Nov 21, 2026 2:00 PM',
    });
    expect(change('quantity-1')).toMatchObject({ theirs: '3', mine: '2' });
    expect(change('quantity-5')).toMatchObject({ theirs: '1', mineText: 'Not on your form' });
    // Someone else removed this line.
    expect(change('quantity-2')).toMatchObject({ theirs: '0', mine: '1' });
    expect(change('quantity-2')).not.toHaveProperty('mineText', 'Not on your form');
  });

  test('shows an order without a time as such', () => {
    const without = staleEdit(
      { ...order, pickupStartsAt: null },
      { base, mine: base },
      { names: new Map(), zone },
    );
    expect(without.changes.find(({ field }) => field === 'slot')).toMatchObject({
      theirs: '',
      theirsText: 'No time chosen',
    });
  });
});

describe('the form of an edit', () => {
  test('has its own message for each problem, in whole sentences that name the thing', () => {
    const problems: EditProblem[] = [
      { kind: 'not-found' },
      { kind: 'ended' },
      { kind: 'paid' },
      { kind: 'stale', stale: { version: 1, changes: [] } },
      { kind: 'no-lines' },
      { kind: 'too-many-lines' },
      { kind: 'not-on-menu', name: 'Mug' },
      { kind: 'not-available', name: 'Mug', available: 0 },
      { kind: 'not-available', name: 'Mug', available: 2 },
      { kind: 'slot-not-open' },
      { kind: 'slot-full' },
      { kind: 'banned' },
      { kind: 'rejected' },
      { kind: 'birth-date-missing', minimum: 21 },
      { kind: 'under-age', minimum: 21 },
    ];
    const said = problems.map(editMessage);
    expect(new Set(said).size).toBe(problems.length);
    for (const message of said) expect(message).toMatch(/^[A-Z‘].+\.$/);
    expect(editMessage({ kind: 'not-allowed' })).toBe('Your account cannot do this. Ask an admin.');
    expect(said[7]).toBe('Mug is not available for that pickup day.');
    expect(said[8]).toBe('Only 2 of Mug are available for that pickup day.');
    expect(said[5]).toContain('at most 50');
    expect(said[14]).toContain('under 21');
  });

  test('requires a reason, and refuses text that is too long or invalid', () => {
    const typed = { version: '2', slot: '', note: ' n ', reason: 'Called' };
    expect(orderEditForm.parse(typed)).toEqual({
      version: 2,
      slot: '',
      note: 'n',
      reason: 'Called',
    });
    expect(orderEditForm.safeParse({ ...typed, reason: '  ' }).error?.issues[0]?.message).toBe(
      'Enter a reason. It is saved with the order.',
    );
    for (const wrong of [{ version: '0' }, { note: 'x'.repeat(1001) }, { note: '\ud800' }])
      expect(orderEditForm.safeParse({ ...typed, ...wrong }).success).toBe(false);
  });

  test('names its fields after the products', () => {
    expect(productsOfForm({ note: 'x', 'quantity-12': '1', 'quantity-x': '1' })).toEqual([12]);
  });
});
