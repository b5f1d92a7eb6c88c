/** Tests messages that stay until they are dismissed. */
import { expect, test } from 'vitest';
import { readLasting, redirectDismissed, redirectWithLasting } from './lasting-message.ts';

const asking = (cookie = '') => new Request('http://localhost/', { headers: { cookie } });
const carried = (response: Response) => asking(response.headers.get('set-cookie')?.split(';')[0]);
const texts = (request: Request) => readLasting(request).map(({ message }) => message);

test('a message stays on every request until dismissed, beside the others', () => {
  const figure = { label: 'Change due', text: '$9.60' };
  const one = carried(redirectWithLasting(asking(), '/admin/orders/ORD001', 'ORD001 is completed.', figure));
  expect(readLasting(one)).toEqual([{ id: expect.any(String), message: 'ORD001 is completed.', figure }]);
  const two = carried(redirectWithLasting(one, '/admin', 'Recall started.'));
  expect(texts(two)).toEqual(['ORD001 is completed.', 'Recall started.']);
  const left = redirectDismissed(two, '/admin/orders', readLasting(two)[0]?.id ?? '');
  expect(left.headers.get('location')).toBe('/admin/orders');
  expect(texts(carried(left))).toEqual(['Recall started.']);
  const none = redirectDismissed(carried(left), '/admin', readLasting(carried(left))[0]?.id ?? '');
  expect(none.headers.get('set-cookie')).toContain('Max-Age=0');
});

test('the next customer’s change replaces the last one, and other figures stay', () => {
  const change = (text: string) => ({ label: 'Change due', text });
  const one = carried(redirectWithLasting(asking(), '/', 'ORD001 is completed.', change('$8.00')));
  const refund = { label: 'Give the customer', text: '$5.00' };
  const two = carried(redirectWithLasting(one, '/', 'Refund of ORD001 recorded.', refund));
  const three = carried(redirectWithLasting(two, '/', 'ORD002 is completed.', change('$1.00')));
  expect(texts(three)).toEqual(['Refund of ORD001 recorded.', 'ORD002 is completed.']);
});

test('the three newest stay, long texts are cut, and forged ones are ignored', () => {
  let request = asking();
  for (const text of ['a', 'b', 'c', 'd'.repeat(500)])
    request = carried(redirectWithLasting(request, '/admin', text));
  expect(texts(request)).toEqual(['b', 'c', 'd'.repeat(200)]);
  for (const value of ['', '7', '{}', '[7]', '[["a"]]', '[["a","","",""]]', '[[1,2,3,4]]', 'x'.repeat(5000)])
    expect(readLasting(asking(`lasting=${encodeURIComponent(value)}`))).toEqual([]);
});
