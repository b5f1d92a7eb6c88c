import { expect, test } from 'vitest';
import { assertNever, refuse, succeed } from './result.ts';

test('a result says whether it succeeded and carries its value or problem', () => {
  expect(succeed(3)).toEqual({ ok: true, value: 3 });
  expect(refuse({ kind: 'too-late' })).toEqual({ ok: false, problem: { kind: 'too-late' } });
});

test('an impossible case throws', () => {
  expect(() => assertNever('surprise' as never)).toThrow('surprise');
});
