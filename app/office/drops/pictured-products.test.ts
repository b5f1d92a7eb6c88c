/** Tests which product a picture is proposed for, and which one a typed choice means. */
import { expect, test } from 'vitest';
import { readChoice } from '#office/kit/product-choice.ts';
import { picturedBook, proposeProduct } from './pictured-products.ts';

const products = [
  { id: 1, name: 'Blue Dream', size: '3.5 g', numbers: ['850012345678', null], batches: ['BD-2611'] },
  { id: 2, name: 'Blue Dream', size: '7 g', numbers: [null], batches: ['BD-2612', null] },
  { id: 3, name: 'Trout Mug', size: null, numbers: [], batches: ['1'] },
];
const book = picturedBook(products);

test.each([
  ['trout-mug 2.jpg', 'Trout Mug #3'],
  ['TROUT_MUG-600x800 copy.png', 'Trout Mug #3'],
  ['bd2612.jpg', 'Blue Dream, 7 g #2'],
  ['bd-2612_front.jpg', 'Blue Dream, 7 g #2'],
  ['850012345678.jpg', 'Blue Dream, 3.5 g #1'],
  ['Blue Dream 7g.webp', 'Blue Dream, 7 g #2'],
  ['IMG_2231.jpg', ''],
])('%s is proposed for %j', (name, choice) => expect(proposeProduct(name, book).choice).toBe(choice));

test('a name of two products is proposed for neither, and both are named', () => {
  expect(proposeProduct('Blue Dream.jpg', book)).toEqual({
    choice: '',
    why: '2 products match: Blue Dream, 3.5 g #1; Blue Dream, 7 g #2.',
  });
});

test.each([
  ['Blue Dream, 7 g #2', 2],
  ['anything #3', 3],
  ['trout mug', 3],
  ['blue dream, 3.5 g', 1],
  ['Blue Dream', null],
  ['#99', null],
  ['', null],
])('the choice %j means product %j', (typed, id) => expect(readChoice(typed, products)).toBe(id));
