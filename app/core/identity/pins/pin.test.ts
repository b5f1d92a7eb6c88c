import { expect, test } from 'vitest';
import { newPinSchema, pinProblem } from './pin.ts';

test.each([
  ...['', '12345', '1234567', '12345a', '１２３４５６', ' 12345'],
  ...['000000', '777777', '123456', '654321', '012345', '890123', '135791', '121212', '123123', '111222'],
  ...['112233', '147258', '696969'],
])('%j is refused', (pin) => expect(pinProblem(pin)).not.toBeNull());

test.each(['408213', '927461', '550831', '003917'])('%s is allowed', (pin) =>
  expect(pinProblem(pin)).toBeNull(),
);

test.each(['051490', '140590', '900514', '199005', '051990'])(
  'one’s own birth date, as %s, is refused',
  (pin) => {
    expect(pinProblem(pin)).toBeNull();
    expect(pinProblem(pin, '1990-05-14')).toBe('This is your birth date. Choose another PIN.');
  },
);

test('a new PIN is entered twice', () => {
  expect(newPinSchema.safeParse({ pin: '408213', again: '408213' }).success).toBe(true);
  expect(newPinSchema.safeParse({ pin: '408213', again: '408214' }).error?.issues[0]?.path).toEqual([
    'again',
  ]);
  expect(newPinSchema.safeParse({ pin: '123456', again: '123456' }).error?.issues[0]?.path).toEqual(['pin']);
});
