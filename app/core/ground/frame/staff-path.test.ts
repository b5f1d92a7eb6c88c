import { expect, test } from 'vitest';
import { isOfStaff } from './staff-path.ts';

test.each([
  '/admin',
  '/admin/orders',
  '/counter',
  '/counter/offline',
  '/display',
  '/Admin',
  '/ADMIN/orders',
  '/%61dmin/orders',
])('%s is a page of staff: the router reads it so', (path) => {
  expect(isOfStaff(path)).toBe(true);
});

test.each(['/', '/products', '/administration', '/products/admin', '//admin', '/%zz', ''])(
  '%s is none',
  (path) => {
    expect(isOfStaff(path)).toBe(false);
  },
);
