import { expect, test } from 'vitest';
import { lateRequests } from './mixed-load.ts';

test('late requests are counted by method, path and status, the most frequent first', () => {
  const answered = [
    { request: 'GET /products/12 200', time: 150 },
    { request: 'POST /checkout 503', time: 400 },
    { request: 'GET /products/7 200', time: 101 },
    { request: 'GET /about 200', time: 100 },
  ];
  expect(lateRequests(answered, 100)).toEqual(['2 × GET /products/N 200', '1 × POST /checkout 503']);
});
