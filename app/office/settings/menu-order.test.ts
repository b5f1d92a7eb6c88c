import { expect, test } from 'vitest';
import { menuOrderSection, orderAfter } from './menu-order.ts';

const categories = ['Flower', 'Vapes', 'Edibles', 'Hats'].map((name, at) => ({ id: at + 1, name }));

test.each([
  ['2 up', [2, 1, 3, 4]],
  ['2 down', [1, 3, 2, 4]],
  ['1 up', [1, 2, 3, 4]],
  ['4 down', [1, 2, 3, 4]],
  ['99 up', [1, 2, 3, 4]],
  ['2 sideways', [1, 2, 3, 4]],
  ['', [1, 2, 3, 4]],
])('the move “%s” leaves the order %j', (move, order) => {
  expect(orderAfter(categories, move)).toEqual(order);
});

test('an order lists each category once, and only categories that exist', () => {
  const section = menuOrderSection(categories);
  const read = (categoryOrder: string) => section.read({ categoryOrder }, { categoryOrder: [] });
  expect(read('3 1')).toEqual({ ok: true, value: { categoryOrder: [3, 1] } });
  for (const wrong of ['3 3', '99', '1,2', 'x']) expect(read(wrong).ok, wrong).toBe(false);
  expect(section.texts({ categoryOrder: [3, 1] })).toEqual({ categoryOrder: '3 1' });
  expect(section.words?.({ categoryOrder: [3, 99, 1] })).toEqual({ 'Order of the menu': 'Edibles, Flower' });
});
