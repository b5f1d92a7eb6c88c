import { describe, expect, test } from 'vitest';
import { passwordProblem } from './password-rule.ts';

test.each(['mossykettleorbits', 'MOSSYKETTLEORBITS', '830571946208', '¡¿«»„“†‡•§'])(
  'no kind of character is required: %s',
  (password) => {
    expect(passwordProblem(password)).toBeNull();
  },
);

describe('an easily guessed password is refused', () => {
  test.each([
    'password123',
    'Password2026!',
    'P@ssw0rd2026',
    'passw0rd!!',
    'Welcome12345',
    'letmein2026!',
    'iloveyou1234',
    'Summer2026!!',
    'qwertyuiop',
    'qwerty123456',
    'asdfghjkl;',
    '1234567890',
    '0987654321',
    '1qaz2wsx3edc',
    'abcdefghij',
    'aaaaaaaaaaaa',
    'abababababab',
    'cannabis420!',
    'MaryJane420!',
    'dragonmonkey',
    'footballrules1',
    'trustno1trustno1',
    'admin123456',
    'Administrator1',
    'correcthorsebatterystaple',
    'newyork2026!',
    'M0nkeyM0nkey!',
  ])('%s', (password) => {
    expect(passwordProblem(password)).not.toBeNull();
  });

  test('the person’s own name and address, with digits added', () => {
    const own = ['jane.weatherby@example.com', 'Jane Weatherby'];
    expect(passwordProblem('weatherby1984', own)).toMatch(/name or email/);
    expect(passwordProblem('JaneWeatherby!', own)).toMatch(/name or email/);
    expect(passwordProblem('weatherby1984')).toBeNull();
  });
});

describe('a password that is hard to guess is accepted', () => {
  test.each([
    'kettle-orbit-mossy-11',
    'Tjw9!vqLr2xZ',
    'seven lanterns over the weir',
    'gQ7#mN2pXw',
    'übergroße Mühle 9',
    'three quiet otters swim',
    'hudson-glacier-fennel',
  ])('%s', (password) => {
    expect(passwordProblem(password, ['jane@example.com', 'Jane Doe'])).toBeNull();
  });
});
