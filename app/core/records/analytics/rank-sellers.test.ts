import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankSellers } from './rank-sellers.ts';

type Pair = [id: number, amount: number];
const packed = (pairs: Pair[]) => Int32Array.from(pairs.flat());

test('units from several periods add up, and ties with the last best seller are included', () => {
  const { best, unitsOf } = rankSellers(
    packed([
      [3, 2],
      [7, 1],
      [9, 1],
      [3, 4],
      [5, 0],
    ]),
    packed([]),
    2,
  );
  expect(best).toEqual([3, 7, 9]);
  expect([3, 7, 5, 4, 100].map(unitsOf)).toEqual([6, 1, 0, 0, 0]);
});

test('best and slowest sellers match a full sort of all products', () => {
  const pairs = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: -2, max: 6 })), {
    maxLength: 80,
  });
  const onShelf = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 4 })), {
    selector: ([id]) => id,
  });
  fc.assert(
    fc.property(pairs, onShelf, fc.integer({ min: 1, max: 9 }), (sold, shelf, shown) => {
      const { best, slowest } = rankSellers(packed(sold), packed(shelf), shown);
      const units = (id: number) => sold.reduce((sum, [of, amount]) => sum + (of === id ? amount : 0), 0);
      const sellers = [...new Set(sold.map(([id]) => id))]
        .filter((id) => units(id) > 0)
        .sort((one, other) => units(other) - units(one));
      const least = units(sellers[Math.min(shown, sellers.length) - 1] ?? 0);
      expect(best).toEqual(sellers.filter((id) => units(id) >= least).sort((one, other) => one - other));
      const slow = shelf.toSorted(
        ([one, a], [other, b]) => units(one) - units(other) || b - a || one - other,
      );
      expect(slowest).toEqual(slow.slice(0, shown).map(([id, onHand]) => ({ id, onHand })));
    }),
  );
});
