import { describe, expect, test } from 'vitest';
import { basisPoints } from '#kernel/money.ts';
import { baseQuantity, type DraftItem, openDraft, quoteDraft, setLine } from './items-draft.ts';

const item = (productId: number, wanted: Partial<DraftItem> = {}): DraftItem => ({
  productId,
  name: `Product ${productId}`,
  size: null,
  image: '/placeholder-product.jpg',
  taxClass: 'cannabis',
  unitPrice: 1000,
  unitDiscount: 0,
  discountTaxed: false,
  offer: null,
  most: 9,
  ...wanted,
});
const tax = {
  day: '2026-06-06',
  rules: [{ id: 'a', taxClass: '*', name: 'Tax', rate: basisPoints(1200), from: '2024-01-01', until: null }],
};

describe('a draft of changed items', () => {
  const draft = openDraft({ version: 3, lines: [{ ...item(1), quantity: 2 }] });

  test('opens with the order’s lines, and knows their original quantities after a change', () => {
    const lines = setLine(setLine(draft.lines, { productId: 1, quantity: 0 }), { productId: 2, quantity: 1 });
    expect(lines).toEqual([
      { productId: 1, quantity: 0 },
      { productId: 2, quantity: 1 },
    ]);
    expect([baseQuantity(draft, 1), baseQuantity(draft, 2)]).toEqual([2, 0]);
    expect(draft).toMatchObject({ version: 3, base: { 'quantity-1': '2' } });
  });

  test('costs its lines with tax, removed ones cost nothing, and a taxed discount counts', () => {
    const items = [item(1), item(2, { unitPrice: 800, unitDiscount: 200, discountTaxed: true })];
    const lines = [
      { productId: 1, quantity: 0 },
      { productId: 2, quantity: 2 },
    ];
    expect(quoteDraft(items, lines, tax)).toMatchObject({ subtotal: 1600, tax: 240, total: 1840 });
    expect(quoteDraft(items, [], tax)).toMatchObject({ subtotal: 0, tax: 0, total: 0 });
  });
});
