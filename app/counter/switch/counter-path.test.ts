import { expect, test } from 'vitest';
import { counterPath } from './counter-path.ts';

test.each([
  ['/counter', '/counter'],
  ['/counter/orders/ORD042', '/counter/orders/ORD042'],
  ['/counter?find=hale', '/counter?find=hale'],
  ['/counter/switch', '/counter'],
  ['/counter/switch?to=/counter', '/counter'],
  ['/admin/users', '/counter'],
  ['/counterfeit', '/counter'],
  ['https://evil.example/counter', '/counter'],
  ['//evil.example/counter', '/counter'],
  ['', '/counter'],
])('after a PIN, %j leads to %s', (to, path) => expect(counterPath(to)).toBe(path));
