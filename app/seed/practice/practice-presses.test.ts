/** What an admin does in the panel that plays Metrc, and what it refuses. */
import { beforeEach, expect, test } from 'vitest';
import { calm } from '../metrc/faults.ts';
import type { Metrc } from '../metrc/start-metrc.ts';
import { addPackage, newMetrcState } from '../metrc/state.ts';
import type { PracticePress } from './practice.ts';
import { pressIn } from './practice-presses.ts';
import { viewOf } from './practice-view.ts';

const NOW = new Date('2026-11-28T17:00:00Z');
const LICENSE = 'OCM-MICR-24-000001';
const tag = (number: number) => `1A4SAMPLE0000${String(number).padStart(11, '0')}`;

let metrc: Metrc;
beforeEach(() => {
  const state = newMetrcState({ integratorKey: 'software', userKey: 'farm', license: LICENSE });
  for (let nth = 1; nth <= 9; nth++)
    addPackage(state, { label: tag(nth), license: LICENSE, quantity: 10, item: { name: `Bud ${nth}` } }, NOW);
  metrc = { ...{ origin: '', state, faults: calm(), calls: [] }, stop: async () => undefined };
});

const press = (wanted: PracticePress) => pressIn(metrc, wanted, NOW, 'America/New_York');
const view = () => viewOf(metrc, NOW);

test('a delivery has three products that the farm knows and one that it does not, and each is another one', () => {
  for (let nth = 0; nth < 3; nth++) expect(press({ kind: 'send' }).ok).toBe(true);
  const { deliveries } = view();
  const tags = deliveries.flatMap(({ packages }) => packages.map((each) => each.tag));
  expect(new Set(tags).size).toBe(12);
  expect(tags.every((each) => each.length === 24)).toBe(true);
  for (const { packages } of deliveries) {
    expect(packages).toHaveLength(4);
    expect(packages.filter(({ item }) => item.startsWith('Bud'))).toHaveLength(3);
  }
  expect(view().packages).toHaveLength(9);
});

test('of what arrives some is rejected and some is short, and it is accepted once', () => {
  press({ kind: 'send' });
  const [delivery] = view().deliveries;
  if (!delivery) throw new Error('no delivery');
  const [first, second, third] = delivery.packages;
  const arrived = { [first?.tag ?? '']: 0, [second?.tag ?? '']: 20 };
  const accept = { kind: 'accept', deliveryId: delivery.id, arrived } as const;
  const tooMany = { ...accept, arrived: { [first?.tag ?? '']: (first?.quantity ?? 0) + 1 } };
  expect(press(tooMany)).toMatchObject({ ok: false, problem: expect.stringContaining('from 0 to 24') });
  expect(press({ ...accept, arrived: { [first?.tag ?? '']: Number.NaN } }).ok).toBe(false);
  expect(view().deliveries).toHaveLength(1);
  expect(press(accept)).toEqual({ ok: true, value: 'Accepted: 3 packages are at the farm, 1 rejected.' });
  expect(view().deliveries).toEqual([]);
  const quantityOf = (wanted?: string) => view().packages.find((each) => each.tag === wanted)?.quantity;
  expect([quantityOf(first?.tag), quantityOf(second?.tag), quantityOf(third?.tag)]).toEqual([
    ...[undefined, 20, third?.quantity],
  ]);
  expect(press(accept)).toEqual({ ok: false, problem: 'This delivery was accepted already.' });
});

test('at most five deliveries are on the way', () => {
  for (let nth = 0; nth < 5; nth++) press({ kind: 'send' });
  expect(press({ kind: 'send' }).ok).toBe(false);
});

test('a package is held, recalled, tested and free again', () => {
  const stateOf = () => view().packages.find((each) => each.tag === tag(1));
  for (const what of ['hold', 'recall', 'investigation', 'failed'] as const)
    press({ kind: 'package', tag: tag(1), what });
  expect(stateOf()).toMatchObject({ blocks: ['hold', 'recall', 'investigation'], testState: 'TestFailed' });
  press({ kind: 'package', tag: tag(1), what: 'end' });
  expect(press({ kind: 'package', tag: tag(1), what: 'passed' }).ok).toBe(true);
  expect(stateOf()).toMatchObject({ blocks: [], testState: 'TestPassed' });
});

test('a quantity that is changed by hand is an adjustment with a reason', () => {
  expect(press({ kind: 'quantity', tag: tag(2), quantity: 7 })).toEqual({
    ...{ ok: true, value: 'Bud 2 has 7 units now.' },
  });
  expect(view().adjustments).toMatchObject([{ item: 'Bud 2', quantity: -3, reason: 'Entry Error' }]);
  for (const quantity of [7, -1, 1.5, Number.NaN, 1e9])
    expect(press({ kind: 'quantity', tag: tag(2), quantity }).ok).toBe(false);
  for (const unknown of ['', '__proto__', 'constructor', tag(99)])
    expect(press({ kind: 'quantity', tag: unknown, quantity: 3 }).ok).toBe(false);
  expect(view().adjustments).toHaveLength(1);
});

test('it goes down for ten minutes and comes back, and one report is refused and one answer lost', () => {
  press({ kind: 'down' });
  expect(view().downUntil).toBe('2026-11-28T17:10:00.000Z');
  press({ kind: 'up' });
  for (let again = 0; again < 3; again++) {
    press({ kind: 'refuse-next' });
    press({ kind: 'lose-next' });
  }
  expect(view()).toMatchObject({ downUntil: null, refusesNext: true, losesNext: true });
  expect(metrc.faults.next.map(({ kind }) => kind)).toEqual(['refusal', 'cut-after-taking']);
});
