import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ReservationStatus, reservationStatuses } from '#kernel/statuses.ts';
import { movementBetween, reasonBetween, stockEffect } from './reservation.ts';

const anyStatus = fc.constantFrom(...reservationStatuses);

describe('any order of status changes', () => {
  const reservations = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 });
  const clicks = fc.array(fc.tuple(fc.nat(), anyStatus), { maxLength: 200 });

  test('leave on hand plus sold equal to received, and held equal to promised', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), reservations, clicks, (received, quantities, steps) => {
        const stock = { onHand: received, held: 0 };
        const statuses: (ReservationStatus | null)[] = quantities.map(() => null);
        for (const [pick, to] of steps) {
          const index = pick % quantities.length;
          const move = movementBetween(statuses[index] ?? null, to, quantities[index] ?? 1);
          const takes = move.held - move.onHand;
          // Models the database's conditional update: taking more than is available is refused.
          if (takes > 0 && stock.onHand - stock.held < takes) continue;
          stock.onHand += move.onHand;
          stock.held += move.held;
          statuses[index] = to;
          expect(stock.onHand).toBeGreaterThanOrEqual(stock.held);
          expect(stock.held).toBeGreaterThanOrEqual(0);
        }
        const unitsThat = (effect: string) =>
          quantities.reduce((sum, quantity, index) => {
            const status = statuses[index];
            return status && stockEffect[status] === effect ? sum + quantity : sum;
          }, 0);
        expect(stock.held).toBe(unitsThat('holds'));
        expect(stock.onHand + unitsThat('sold')).toBe(received);
      }),
    );
  });

  test('move as much by a detour as by the straight step', () => {
    fc.assert(
      fc.property(
        fc.option(anyStatus),
        anyStatus,
        anyStatus,
        fc.integer({ min: 1, max: 99 }),
        (from, by, to, quantity) => {
          const first = movementBetween(from, by, quantity);
          const second = movementBetween(by, to, quantity);
          const straight = movementBetween(from, to, quantity);
          expect(first.onHand + second.onHand).toBe(straight.onHand);
          expect(first.held + second.held).toBe(straight.held);
        },
      ),
    );
  });

  test('give a ledger row a reason exactly when something moves', () => {
    fc.assert(
      fc.property(fc.option(anyStatus), anyStatus, (from, to) => {
        const move = movementBetween(from, to, 1);
        expect(reasonBetween(from, to) !== null).toBe(move.onHand !== 0 || move.held !== 0);
      }),
    );
  });
});

test.each([
  [null, 'reserved', 0, 2, 'hold'],
  ['reserved', 'submitted', 0, 0, null],
  ['confirmed', 'fulfilled', -2, -2, 'sale'],
  ['reserved', 'cancelled', 0, -2, 'release'],
  ['cancelled', 'reserved', 0, 2, 'hold'],
  ['cancelled', 'fulfilled', -2, 0, 'sale'],
  ['fulfilled', 'cancelled', 2, 0, 'adjustment'],
  [null, 'cancelled', 0, 0, null],
] as const)(
  'move two units from %s to %s: on hand %i, held %i, recorded as %s',
  (from, to, onHand, held, reason) => {
    expect(movementBetween(from, to, 2)).toEqual({ onHand, held });
    expect(reasonBetween(from, to)).toBe(reason);
  },
);

test('an invalid quantity throws', () => {
  for (const wrong of [0, -1, 1.5, Number.NaN]) {
    expect(() => movementBetween(null, 'reserved', wrong)).toThrow(RangeError);
  }
});
