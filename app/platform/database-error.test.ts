import { expect, test } from 'vitest';
import {
  databaseErrorCode,
  hasLostConnection,
  isContended,
  isDatabaseAway,
  OutcomeUnknown,
} from './database-error.ts';

const withCode = (code: string, more: object = {}) => Object.assign(new Error('said'), { code, ...more });
const wrapped = (cause: unknown) => new Error('Failed query: select 1\nparams: ', { cause });

test.each([
  ['a refused socket', withCode('ECONNREFUSED')],
  ['a socket file that is gone', withCode('ENOENT', { syscall: 'connect' })],
  ['an administrator’s shutdown', withCode('57P01')],
  ['a crash of another connection', wrapped(withCode('57P02'))],
  ['a server that is starting', wrapped(wrapped(withCode('57P03')))],
  ['a connection that ended', wrapped(new Error('Connection terminated unexpectedly'))],
  ['a silent connection', wrapped(new Error('Query read timeout'))],
  ['a database that accepts no connections', wrapped(withCode('55000', { severity: 'FATAL' }))],
  ['a pool without a free connection', new Error('timeout exceeded when trying to connect')],
  ['a connection that cannot be opened', new Error('Connection terminated due to connection timeout')],
])('%s is a lost connection', (_, error) => {
  expect(hasLostConnection(error)).toBe(true);
  expect(isDatabaseAway(error)).toBe(true);
});

test.each([
  ['a lock held too long', wrapped(withCode('55P03'))],
  ['a statement that took too long', wrapped(withCode('57014'))],
  ['a full disk', withCode('53100')],
  ['too many connections', withCode('53300')],
  ['an unknown outcome', new OutcomeUnknown({ cause: new Error('anything') })],
])('%s is a reason to retry later', (_, error) => expect(isDatabaseAway(error)).toBe(true));

test.each([
  ['a lock held too long', wrapped(withCode('55P03')), true],
  ['a deadlock', wrapped(withCode('40P01')), true],
  ['a full disk', withCode('53100'), false],
  ['a refused socket', withCode('ECONNREFUSED'), false],
])('%s is checked for a lock conflict', (_, error, expected) => {
  expect(isContended(error)).toBe(expected);
});

test.each([
  ['a missing file', withCode('ENOENT', { syscall: 'open' })],
  ['a duplicate row', wrapped(withCode('23505'))],
  ['a mistake in a statement', wrapped(withCode('42601'))],
  ['a bug', new TypeError('x is not a function')],
  ['no error', 'Query read timeout'],
])('%s is neither a lost connection nor an outage', (_, error) => {
  expect(hasLostConnection(error)).toBe(false);
  expect(isDatabaseAway(error)).toBe(false);
});

test('a system error code is not an SQLSTATE', () => {
  expect(databaseErrorCode(withCode('EPIPE'))).toBeNull();
  expect(databaseErrorCode(wrapped(withCode('40P01')))).toBe('40P01');
});

test('an error that is its own cause is read once', () => {
  const error = new Error('round');
  error.cause = error;
  expect(isDatabaseAway(error)).toBe(false);
});
