import { expect, expectTypeOf, test } from 'vitest';
import { type Common, commonMessage } from './problem.ts';

test('each common refusal has one wording, and names what was not found', () => {
  const common: readonly Common[] = [
    { kind: 'not-allowed' },
    { kind: 'confirm-first' },
    { kind: 'not-found' },
    { kind: 'stale' },
    { kind: 'busy' },
  ];
  const said = common.map((problem) => commonMessage(problem));
  expect(new Set(said).size).toBe(common.length);
  expect(commonMessage({ kind: 'not-found' }, 'Order')).toBe('Order not found.');
  expect(commonMessage({ kind: 'not-allowed' })).toBe('Your account cannot do this. Ask an admin.');
});

test('a command’s own refusal needs a case of its own', () => {
  expectTypeOf<{ kind: 'not-found' }>().toExtend<Common>();
  expectTypeOf<{ kind: 'slot-full' }>().not.toExtend<Common>();
});
