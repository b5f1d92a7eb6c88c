/**
 * Cards in a row in the engines of Safari and Firefox. Firefox took a wrong height from a picture in a subgrid of a
 * subgrid: the second line of a name covered the facts (docs/decisions/0141).
 */
import { expect, test } from './support.ts';

test('the parts of cards in a row begin on the same lines and cover nothing, whatever the names', async ({
  window,
}) => {
  await window.open('/');
  await window.press('button', 'I am 21 or older');
  await window.gone('Are you 21 or older?');
  // With pictures, and names of one line and of two.
  await window.open('/products?category=flower');
  await window.find('heading', /Half Ounce Farm Pouch/);
  const cards = await window.run(() =>
    [...document.querySelectorAll('.card')].map((card) => {
      const boxes = ['.card-picture', '.card-name', '.card-lines', '.card-price', '.card-action'].map(
        (part) => card.querySelector(part)?.getBoundingClientRect(),
      );
      return boxes.map((box) => [Math.round(box?.top ?? 0), Math.round(box?.bottom ?? 0)]);
    }),
  );
  expect(cards.length).toBeGreaterThan(6);
  for (const parts of cards) {
    const [first = []] = cards.filter(([picture]) => picture?.[0] === parts[0]?.[0]);
    expect(parts.map(([top]) => top)).toEqual(first.map(([top]) => top));
    for (const [at, [top = 0]] of parts.slice(1).entries())
      expect(top).toBeGreaterThanOrEqual(parts[at]?.[1] ?? Number.POSITIVE_INFINITY);
  }
});
