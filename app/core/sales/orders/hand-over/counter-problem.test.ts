import { expect, test } from 'vitest';
import { type OrderProblem, orderProblems } from './counter-problem.ts';

const fine: OrderProblem = { notPacked: false, missing: [], toPack: [], takeOut: [], ban: null, limit: null };
const missing = [{ productId: 1, name: 'Kestrel', missing: 2 }];

test('an order that may be handed over has no problems', () => expect(orderProblems(fine)).toEqual([]));

test('all problems are in one list, most serious first, with missing units before packing', () => {
  const limit = {
    kind: 'too-much',
    limit: 'flower',
    allowedMg: 85_048,
    alreadyMg: 0,
    wantedMg: 90_000,
  } as const;
  const listed = orderProblems({
    ...fine,
    notPacked: true,
    missing,
    ban: { reason: 'Bought for a minor.' },
    limit,
  });
  expect(listed).toEqual([
    'This customer is banned: Bought for a minor. Do not hand the order over; refuse it.',
    'Units missing: 2 of Kestrel. Replace or reduce them, or refuse the order.',
    'New York allows 3 oz (85 g) of cannabis per person. With what this customer has reserved or picked up today it would be 90 g.',
  ]);
  expect(orderProblems({ ...fine, notPacked: true })).toEqual(['This order is not packed yet.']);
  expect(orderProblems({ ...fine, toPack: [{ name: 'Plover', toPack: 1 }] })).toEqual([
    'Units to pack: 1 of Plover. Put them in the bag, then mark the order ready.',
  ]);
  expect(orderProblems({ ...fine, ban: { reason: null } })[0]).toMatch(/^This customer is banned\. /);
});
