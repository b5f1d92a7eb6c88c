import { expect, test } from 'vitest';
import { bulkMessage, type StatusProblem } from './order-status.ts';

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
