import { expect, test } from 'vitest';
import { newPinSchema, pinProblem } from './pin.ts';

test.each(['', '12345', '4082137', '12345a', '１２３４５６', ' 40821', '408213 '])(
  '%j is refused because it is not six digits',
  (pin) => expect(pinProblem(pin)).toBe('A PIN has six digits.'),
);

test.each([
  ...['000000', '777777', '123456', '654321', '012345', '890123', '135791', '121212', '123123', '111222'],
  ...['112233', '147258', '696969', '520520'],
])('%s is refused because many people choose it', (pin) =>
  expect(pinProblem(pin)).toBe('Many people choose this PIN. Choose one that is harder to guess.'),
);

test.each(['408213', '927461', '550831', '003917', '411122', '111224'])('%s is allowed', (pin) => {
  expect(pinProblem(pin)).toBeNull();
  expect(pinProblem(pin, '1990-05-14')).toBeNull();
});

test.each(['051490', '140590', '900514', '199005', '051990'])(
  'one’s own birth date, as %s, is refused',
  (pin) => {
    expect(pinProblem(pin)).toBeNull();
    expect(pinProblem(pin, '1990-05-14')).toBe('This is your birth date. Choose another PIN.');
  },
);

test('a new PIN is entered twice', () => {
  expect(newPinSchema.safeParse({ pin: '408213', again: '408213' }).success).toBe(true);
  expect(newPinSchema.safeParse({ pin: '408213', again: '408214' }).error?.issues).toMatchObject([
    { path: ['again'], message: 'The two PINs differ. Enter it again.' },
  ]);
  expect(newPinSchema.safeParse({ pin: '123456', again: '123456' }).error?.issues[0]?.path).toEqual(['pin']);
});
