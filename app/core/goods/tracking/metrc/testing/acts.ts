/** What the shop reports, for tests. */
import { Temporal } from 'temporal-polyfill';
import { cents } from '#kernel/money.ts';
import type { StateSaleLine } from '../../tracking.ts';
import type { ActOf } from '../act-rows.ts';
import { NOON, tagOf } from './open-system.ts';

export const line = (number: number, more: Partial<StateSaleLine> = {}): StateSaleLine => ({
  ...{ tag: tagOf(number), units: 1, unit: 'Each', amount: cents(1999), codes: [], ...more },
});

export const sale = (
  order: number,
  lines: StateSaleLine[],
  soldAt: Temporal.Instant | string = NOON.subtract({ minutes: 5 }),
): ActOf<'sale'> => ({
  ...{ kind: 'sale', number: `ORD${order}`, lines },
  soldAt: typeof soldAt === 'string' ? Temporal.Instant.from(soldAt) : soldAt,
});

export const changed = (receiptId: string, { kind: _, ...rest }: ActOf<'sale'>): ActOf<'sale-changed'> => ({
  ...{ kind: 'sale-changed', receiptId, ...rest },
});

export const adjustment = (
  number: number,
  units: number,
  more: Partial<ActOf<'adjustment'>> = {},
): ActOf<'adjustment'> => ({
  ...{ kind: 'adjustment', tag: tagOf(number), units, unit: 'Each', reason: 'Damage', note: 'Broken jar' },
  ...{ mark: 'Farmgate 123', happenedAt: NOON.subtract({ minutes: 5 }), ...more },
});

export const empty = (number: number): ActOf<'package-empty'> => ({
  ...{ kind: 'package-empty', tag: tagOf(number), happenedAt: NOON },
});
