import { expect, test } from 'vitest';
import { bulkMessage, needsReason, type StatusProblem, statusMessage } from './order-status.ts';
import { paymentForm, statusForm } from './order-status-form.ts';

test('what became of many orders is said in whole sentences', () => {
  const refused = (...ids: string[]) =>
    ids.map((orderId) => ({ orderId, problem: { kind: 'not-found' } satisfies StatusProblem }));
  expect(bulkMessage({ changed: 1, refused: [] })).toBe('1 order updated.');
  expect(bulkMessage({ changed: 3, refused: refused('ORD012') })).toBe(
    '3 orders updated. ORD012 was not: There is no such order.',
  );
  expect(bulkMessage({ changed: 0, refused: refused('ORD012', 'ORD013', 'ORD014') })).toBe(
    '0 orders updated. ORD012 and 2 more were not: There is no such order.',
  );
});

test('every refusal begins with the specification’s words and goes on with its own', () => {
  const problems: StatusProblem[] = [
    { kind: 'not-found' },
    { kind: 'stale' },
    { kind: 'no-such-step', from: 'pending', to: 'completed' },
    { kind: 'no-such-payment-step', from: 'refunded', to: 'paid' },
    { kind: 'ended' },
    { kind: 'not-paid' },
    { kind: 'hand-over-only' },
    { kind: 'reason-missing' },
    { kind: 'units-missing' },
    { kind: 'refund-only' },
  ];
  const said = problems.map(statusMessage);
  expect(new Set(said).size).toBe(problems.length);
  for (const message of said) expect(message).toMatch(/^Failed to update status\. [A-Z].+\.$/);
  expect(statusMessage({ kind: 'admin-only' })).toBe('Failed to update status. Admin access only');
  expect(said[2]).toContain('‘Reserved’ cannot become ‘Completed’');
  expect(said[3]).toContain('‘Refunded’ cannot become ‘Paid’');
});

test('cancelling and refunding need a reason, other steps none', () => {
  expect(
    ['cancelled', 'refunded', 'no_show', 'confirmed', 'paid'].filter((to) => needsReason(to as 'paid')),
  ).toEqual(['cancelled', 'refunded']);
});

test('the forms take statuses there are, and the version staff looked at', () => {
  expect(statusForm.parse({ status: 'ready', version: '4' })).toEqual({
    status: 'ready',
    version: 4,
    reason: '',
  });
  expect(paymentForm.parse({ payment: 'paid', version: '4', reason: ' r ' })).toEqual({
    payment: 'paid',
    version: 4,
    reason: 'r',
  });
  for (const wrong of [
    { status: 'lost' },
    { version: '0' },
    { version: '' },
    { reason: 'x'.repeat(501) },
    { reason: '\ud800' },
  ]) {
    expect(statusForm.safeParse({ status: 'ready', version: '4', ...wrong }).success).toBe(false);
    if (!('status' in wrong))
      expect(paymentForm.safeParse({ payment: 'paid', version: '4', ...wrong }).success).toBe(false);
  }
});
