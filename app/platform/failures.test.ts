import { beforeEach, expect, test } from 'vitest';
import {
  countAnswer,
  countCrash,
  countRequest,
  excuseFailure,
  hasFailures,
  noteFailure,
  placeOf,
  returnFailures,
  takeFailures,
} from './failures.ts';
import { openLog } from './log.ts';
import { withRequestId } from './request-id.ts';

beforeEach(() => void takeFailures());

const request = (id: string, target = '/cart') => ({ id, method: 'GET', target });

test('a failed answer is counted with its reference and what is known about it, and no other is', () => {
  for (const status of [200, 302, 404, 429, null]) countAnswer(status, request('a'));
  noteFailure('b', new Error('It broke for maria@example.com'));
  countAnswer(500, request('b', '/orders/ORD042/receipt?token=abc'));
  countAnswer(503, request('c'));
  const { errors, newest } = takeFailures();
  expect(errors).toBe(2);
  expect(newest).toMatchObject([
    { status: 500, requestId: 'b', place: 'GET /orders/…/receipt', message: 'It broke for [address]' },
    { status: 503, requestId: 'c', place: 'GET /cart', message: '' },
  ]);
  expect(hasFailures()).toBe(false);
});

test('an error whose client has left, and a page of a shop that is not open yet, are no failures', () => {
  noteFailure('a', new Error('aborted'));
  countAnswer(null, request('a'));
  excuseFailure('b');
  countAnswer(503, request('b'));
  // What was said of a request is forgotten with it.
  countAnswer(503, request('b'));
  expect(takeFailures().errors).toBe(1);
});

test('a storm of errors keeps their number and twenty lines, also after it could not be stored', () => {
  for (let nth = 0; nth < 5000; nth++) {
    countRequest();
    noteFailure(`never-ends-${nth}`, new Error('x'.repeat(5000)));
    countAnswer(503, request(`n${nth}`));
  }
  const taken = takeFailures();
  countCrash(new Error('Later'));
  returnFailures(taken);
  const { requests, errors, newest } = takeFailures();
  expect([requests, errors, newest.length]).toEqual([5000, 5001, 20]);
  expect(newest.at(-1)).toMatchObject({ message: 'Later', status: null, requestId: null });
});

test.each([
  ['/', 'GET /'],
  ['/admin/orders/ORD042/edit', 'GET /admin/orders/…/edit'],
  ['/recall/Zk3jd92kd?x=maria', 'GET /recall/…'],
  ['/lots/0A1B2C3D4E5F', 'GET /lots/…'],
  ['/admin/users.data', 'GET /admin/users.data'],
  ['/<script>/%00', 'GET /…/…'],
  ['http://other.example/admin', 'GET //…/admin'],
  [`/${'a'.repeat(31)}`, 'GET /…'],
])('%s is listed as %s', (target, place) => expect(placeOf('GET', target)).toBe(place));

test('a method of any length is no way into the list', () => expect(placeOf('<B>', '/a')).toBe('? /a'));

test('what the database refused is listed with its SQLSTATE and table, and a lock apart from a failure', () => {
  const refused = Object.assign(new Error('permission denied for table orders'), {
    ...{ severity: 'ERROR', code: '42501', table: 'orders' },
  });
  noteFailure('a', new Error('Failed query: select 1\nparams: maria@example.com', { cause: refused }));
  countAnswer(500, request('a'));
  const locked = Object.assign(new Error('canceling statement due to lock timeout'), {
    ...{ severity: 'ERROR', code: '55P03' },
  });
  noteFailure('b', locked);
  countAnswer(503, request('b'));
  noteFailure('c', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
  countAnswer(503, request('c'));
  expect(takeFailures().newest.map(({ kind, message }) => [kind, message])).toEqual([
    ['failed', 'permission denied for table orders (SQLSTATE 42501, table orders)'],
    ['busy', 'canceling statement due to lock timeout (SQLSTATE 55P03)'],
    ['away', 'connect ECONNREFUSED'],
  ]);
});

test('an error that a route catches, logs and answers in its own words is listed with its reason', () => {
  const log = openLog({ write: () => undefined });
  withRequestId('d', () => log.error({ err: new Error('the shelf is gone') }, 'a list could not be read'));
  countAnswer(500, request('d'));
  expect(takeFailures().newest).toMatchObject([{ message: 'the shelf is gone' }]);
});
