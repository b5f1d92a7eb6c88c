import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import type { CounterOrder } from '../day/counter-order.ts';
import type { OfflineAction } from '../network/offline-action.ts';
import type { Known } from '../network/server-or-copy.ts';
import { checkHandOver } from './offline-hand-over.ts';
import { offlineOrder } from './offline-order.ts';

const NOW = Temporal.Instant.from('2026-06-06T16:00:00Z');
const order: CounterOrder = {
  ...{ id: 'o', number: 'ORD001', version: 3, status: 'ready', holder: 'Wren Hale', customer: 'Wren Hale' },
  ...{
    arrival: null,
    pickup: null,
    lines: [],
    units: 2,
    owed: 4256,
    rounding: 0,
    isPaid: false,
    requiresId: true,
  },
  ...{ notes: { customerNote: null, pickupName: null }, note: '', packer: null, step: 'hand-over' },
  mayChangePickupName: true,
  ...{
    problems: [],
    takeOut: [],
    isWalkIn: false,
    idChecked: null,
    missed: null,
    left: [],
    hours: null,
    homeState: 'New York',
    others: [],
  },
};
const day = { zone: 'America/New_York', minimumAge: 21, owner: { id: 'kim', name: 'Kim Reyes' } };
const typed = (more: Record<string, string> = {}) => {
  const form = new FormData();
  const fields = {
    ...{
      idKind: 'driver_license',
      idIssuer: 'New York',
      idExpiresOn: '2027-01-31',
      idBirthDate: '2005-06-06',
    },
    ...{ idNumber: 'D1234567', nameMatches: '1', cashReceived: '50', ...more },
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

test('of an ID that is checked on the tablet, number and dates wait only sealed', () => {
  const checked = checkHandOver(order, typed(), day, NOW);
  expect(checked).toEqual({
    ok: true,
    value: {
      fields: {
        ...{ idKind: 'driver_license', idIssuer: 'New York', nameMatches: '1' },
        ...{ cashReceived: '50', receivedCents: '5000', owed: '4256' },
      },
      toSeal: JSON.stringify({ idExpiresOn: '2027-01-31', idBirthDate: '2005-06-06', idNumber: 'D1234567' }),
    },
  });
});

test.each([
  ['a person who is 21 tomorrow', { idBirthDate: '2005-06-07' }, 'idBirthDate'],
  ['an unknown birth date', { idBirthDate: '' }, 'idBirthDate'],
  ['an expired ID', { idExpiresOn: '2026-06-05' }, 'idExpiresOn'],
  ['another name', { nameMatches: '' }, 'nameMatches'],
  ['a kind of ID that does not exist', { idKind: '__proto__' }, 'idKind'],
  ['an issuer that is none', { idIssuer: 'z' }, 'idIssuer'],
  ['a license of a country', { idIssuer: 'Canada' }, 'idIssuer'],
  ['an ID without a number', { idNumber: ' - ' }, 'idNumber'],
  ['too little cash', { cashReceived: '42.55' }, 'cashReceived'],
])('%s is refused on the tablet', (_, wrong, field) => {
  const checked = checkHandOver(order, typed(wrong), day, NOW);
  expect(checked.ok ? [] : Object.keys(checked.problem.errors ?? {})).toEqual([field]);
});

test('what was wrong with the order when it was read is refused too', () => {
  const banned = { ...order, problems: ['This customer is banned.'] };
  expect(checkHandOver(banned, typed(), day, NOW)).toMatchObject({
    ok: false,
    problem: { errors: { '': ['This customer is banned.'] } },
  });
});

const out = {
  ...{ id: 'u', units: 2, productId: 7, name: 'Kestrel', size: null, lotId: 1, batchNumber: 'KM-1' },
  ...{ lotStatus: 'recalled' as const, shelfPlace: 'A3' },
};

test('a unit that must leave the bag refuses the hand-over on the tablet until it is ticked off there', () => {
  const recalled = { ...order, takeOut: [out] };
  expect(checkHandOver(recalled, typed(), day, NOW)).toMatchObject({
    ok: false,
    problem: {
      errors: {
        '': [
          'Take out first: 2 of Kestrel, batch KM-1 (recalled). Press ‘Out of the bag’ for each, then hand over.',
        ],
      },
    },
  });
  const scanned = shown(recalled, did({ kind: 'out', fields: { row: 'u', one: '1' } })).order;
  expect(scanned.takeOut).toMatchObject([{ units: 1 }]);
  const ticked = shown(recalled, did({ kind: 'out', fields: { row: 'u' } })).order;
  expect(checkHandOver(ticked, typed(), day, NOW)).toMatchObject({ ok: true });
});

const did = (more: Partial<OfflineAction>): OfflineAction => ({
  ...{
    id: 'a',
    kind: 'ready',
    order: 'ORD001',
    version: 1,
    after: '',
    session: 's',
    by: day.owner,
    fields: {},
  },
  ...{ doneAt: Date.UTC(2026, 5, 6, 21, 2), ...more },
});
const shown = (start: CounterOrder, ...actions: OfflineAction[]) =>
  offlineOrder(start, { day, actions } as unknown as Known);

test('an order that was marked ready on the tablet is no longer ‘not packed’; other problems stay', () => {
  const start: CounterOrder = {
    ...{ ...order, status: 'packing', step: 'ready' },
    problems: ['This customer is banned.', 'This order is not packed yet.'],
  };
  expect(shown(start, did({})).order).toMatchObject({
    step: 'hand-over',
    problems: ['This customer is banned.'],
  });
});

test('the page of a hand-over or refusal that waits shows the change or the reason, and that it is not sent', () => {
  const { closed } = shown(order, did({ kind: 'hand-over', fields: { receivedCents: '5000' } }));
  expect(closed).toMatchObject({ by: 'Kim Reyes', at: '5:02 PM, not sent yet', cash: { change: 744 } });
  expect(shown(order, did({ kind: 'refuse', fields: { refusal: 'intoxicated' } })).closed).toMatchObject({
    kind: 'ended',
    why: 'Visibly intoxicated',
  });
  expect(shown(order, did({ order: 'ORD002' })).closed).toBeNull();
});
