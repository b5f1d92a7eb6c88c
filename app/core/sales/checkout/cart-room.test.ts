import { describe, expect, test } from 'vitest';
import { NO_USAGE } from '#core/sales/compliance/purchase-limits.ts';
import { type CartRules, moreFitWords, reducedWords, roomInCart, roomWords } from './cart-room.ts';

const rules = (changes: Partial<CartRules> = {}): CartRules => ({
  limits: { cannabisMg: 85_048, concentrateMg: 24_000, edibleThcMg: 'inside-concentrate' },
  most: { allowed: 60, untilPickup: false },
  already: { usage: NO_USAGE, units: 0 },
  ...changes,
});
const ounce = { available: 40, counts: { category: 'flower', mg: 28_000 } as const };
const hat = { available: 40, counts: null };

describe('the room for a product in a cart', () => {
  test('ends at the available stock', () => {
    const room = roomInCart({ ...hat, available: 3 }, [], rules());
    expect(room.most).toBe(3);
    expect(moreFitWords(room, 1)).toBe('Only 3 left: 2 more fit');
    expect(reducedWords(room, 5, 3)).toBe('Only 3 left: quantity changed from 5 to 3');
  });

  test('ends at the daily limit of one person, counting other lines and reserved items', () => {
    expect(roomInCart(ounce, [], rules()).most).toBe(3);
    const beside = [{ quantity: 1, counts: { category: 'flower', mg: 28_000 } as const }];
    const room = roomInCart(ounce, beside, rules());
    expect(room.most).toBe(2);
    expect(moreFitWords(room, 0)).toBe('The limit is 3 oz (85 g) of cannabis a day: 2 more fit');
    const already = { usage: { ...NO_USAGE, flower: 28_000 }, units: 1 };
    expect(roomInCart(ounce, beside, rules({ already })).most).toBe(1);
  });

  test('counts edibles toward the limit of concentrate where they share it', () => {
    const edible = { available: 40, counts: { category: 'edible', mg: 100 } as const };
    const wax = [{ quantity: 23, counts: { category: 'concentrate', mg: 1000 } as const }];
    expect(roomInCart(edible, wax, rules())).toMatchObject({ most: 10, because: { kind: 'limit' } });
  });

  test('ends at the units the shop holds for one customer, counting the whole cart', () => {
    const room = roomInCart(
      hat,
      [{ quantity: 12, counts: null }],
      rules({ most: { allowed: 20, untilPickup: false } }),
    );
    expect(room.most).toBe(8);
    expect(roomWords(room)).toBe('We hold at most 20 units');
    const untilPickup = rules({ most: { allowed: 12, untilPickup: true } });
    const first = roomInCart(hat, [{ quantity: 10 }], untilPickup);
    expect(moreFitWords(first, 0)).toBe('Until your first pickup we hold at most 12 units: 2 more fit');
    const already = { usage: NO_USAGE, units: 15 };
    expect(
      roomInCart(hat, [{ quantity: 12 }], rules({ most: { allowed: 20, untilPickup: false }, already })).most,
    ).toBe(0);
  });

  test('has a message when nothing more fits', () => {
    const room = roomInCart(ounce, [{ quantity: 3, counts: ounce.counts }], rules());
    expect(moreFitWords(room, 0)).toBe(
      'The limit is 3 oz (85 g) of cannabis a day: no more fit in your cart',
    );
    expect(moreFitWords(roomInCart(ounce, [], rules()), 3)).toMatch(/: no more fit$/);
  });

  test('equals the stock while nothing else is known', () => {
    expect(roomInCart({ available: 40 }, [{ quantity: 59 }], null).most).toBe(40);
    expect(roomInCart({ available: 40 }, [], rules())).toMatchObject({
      most: 40,
      because: { kind: 'stock' },
    });
  });
});
