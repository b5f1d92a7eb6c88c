import { expect, test } from 'vitest';
import { changesSince, moveMessage, type SeenOrder, tooLateOn } from './pickup-move.ts';

const ZONE = 'America/New_York';
const order = {
  version: 4,
  status: 'confirmed' as const,
  pickupStartsAt: new Date('2026-06-06T18:00:00Z'),
  total: 5040,
};
const seen: SeenOrder = { version: 3, status: 'confirmed', pickup: '2026-06-06T18:00:00Z', total: 5040 };

test('a page that shows the current order, or another version that looks the same, is not stale', () => {
  expect(changesSince({ ...seen, version: 4, total: 1 }, order, ZONE)).toEqual([]);
  // A note by staff creates a new version, but customers do not see it.
  expect(changesSince(seen, order, ZONE)).toEqual([]);
});

test('status, pickup and total are named if they changed', () => {
  const stale = { version: 3, status: 'pending', pickup: '2026-06-06T19:00:00Z', total: 4000 };
  expect(changesSince(stale, order, ZONE)).toEqual([
    'It is ‘Accepted by the farm’ now.',
    'Its pickup is Jun 6, 2026 2:00 PM now.',
    'Its total is $50.40 now.',
  ]);
  expect(changesSince(seen, { ...order, pickupStartsAt: null }, ZONE)).toEqual([
    'It has no pickup time now.',
  ]);
  expect(moveMessage({ kind: 'stale', changes: ['It is ‘Accepted by the farm’ now.'] })).toBe(
    'This order has changed since you opened the page: It is ‘Accepted by the farm’ now. Check it, then choose again.',
  );
});

test('the refusals of a packed order and of one past its time have their own messages', () => {
  expect(moveMessage({ kind: 'moved-often' })).toContain('moved 5 times');
  expect(moveMessage({ kind: 'too-late', status: 'packing' })).toContain('‘Packing’');
  expect(moveMessage({ kind: 'too-late', status: 'pending' })).toContain('time of this order has come');
});

test('a refusal for expired lots names the products and their last day', () => {
  const lot = (lotId: number, expiresOn: string | null, free: number) => ({
    lotId,
    batchNumber: `B-${lotId}`,
    expiresOn,
    free,
  });
  const lines = [
    { name: 'Kestrel', quantity: 3, lots: [lot(1, '2026-06-08', 2), lot(2, '2026-06-10', 1)] },
    { name: 'Mug', quantity: 1, lots: [lot(3, null, 1)] },
  ];
  expect(tooLateOn(lines, '2026-06-08', '2026-06-06')).toBeNull();
  expect(tooLateOn(lines, '2026-06-09', '2026-06-06')).toBe(
    'We can hand out 3 of Kestrel until Jun 8, 2026.',
  );
});

test('every refusal has its own message', () => {
  const said = [
    ...(['not-found', 'moved-often', 'slot-missing', 'slot-not-open', 'slot-full'] as const).map((kind) =>
      moveMessage({ kind }),
    ),
    moveMessage({ kind: 'too-late', status: 'pending' }),
    moveMessage({ kind: 'too-late', status: 'packing' }),
    moveMessage({ kind: 'stale', changes: ['It is different.'] }),
    moveMessage({ kind: 'not-available', name: 'Kestrel', available: 0 }),
    moveMessage({ kind: 'not-available', name: 'Kestrel', available: 2 }),
  ];
  expect(new Set(said).size).toBe(said.length);
  for (const words of said) expect(words).toMatch(/^[A-Z].{10,}/);
  expect(moveMessage({ kind: 'too-late', status: 'confirmed' })).toBe(
    moveMessage({ kind: 'too-late', status: 'pending' }),
  );
  expect(moveMessage({ kind: 'stale', changes: ['It is one.', 'It is two.'] })).toContain(
    'It is one. It is two. Check',
  );
  expect(moveMessage({ kind: 'not-available', name: 'Kestrel', available: 2 })).toContain(
    'only 2 of Kestrel',
  );
});

test('a removed or added pickup time counts as a change', () => {
  expect(changesSince(seen, { ...order, pickupStartsAt: null }, ZONE)).toEqual([
    'It has no pickup time now.',
  ]);
  expect(changesSince({ ...seen, pickup: '' }, { ...order, pickupStartsAt: null }, ZONE)).toEqual([]);
  expect(changesSince({ ...seen, pickup: '' }, order, ZONE)).toEqual([
    'Its pickup is Jun 6, 2026 2:00 PM now.',
  ]);
});
