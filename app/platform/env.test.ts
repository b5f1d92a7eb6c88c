import { expect, test } from 'vitest';
import { readEnv, StartError } from './env.ts';

test('an empty environment is a complete one', () => {
  expect(readEnv({})).toMatchObject({ PORT: 3000, DATABASE_POOL: 6, LOG_LEVEL: 'warn' });
  expect(readEnv({ PORT: '', DATABASE_URL: '' }).PORT).toBe(3000);
});

test.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://somewhere'],
  ['PUBLIC_ORIGIN', 'shop.example'],
  ['SMTP_URL', 'mail.example'],
  ['FARMGATE_SECRET', 'short'],
  ['S3_BUCKET', 'pictures'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is refused by name, in one sentence', (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(StartError);
  expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`A setting is wrong: ${name} `));
});
