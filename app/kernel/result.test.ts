import { expect, test } from 'vitest';
import { assertNever, refuse, succeed } from './result.ts';

test('a result tells which it is and carries what it is about', () => {
  expect(succeed(3)).toEqual({ ok: true, value: 3 });
  expect(refuse({ kind: 'too-late' })).toEqual({ ok: false, problem: { kind: 'too-late' } });
});

test('a case that cannot be is a bug and is thrown', () => {
  expect(() => assertNever('surprise' as never)).toThrow('surprise');
});
