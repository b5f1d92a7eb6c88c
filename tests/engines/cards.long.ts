/** Cards in a row in the engines of Safari and Firefox, which measure a row of a row in ways of their own. */
import { randomUUID } from 'node:crypto';
import { expect, test } from './support.ts';

test('the parts of cards in a row begin on the same lines and cover nothing, whatever the names', async ({
  window,
  shop,
}) => {
  const word = `Weir${randomUUID().slice(0, 6)}`;
  for (const name of [word, `${word}, the Late Harvest from the Upper Field in a Pouch of Brown Paper`, word])
    await shop.product({ name });
  await window.open('/');
  await window.press('button', 'I am 21 or older');
  await window.gone('Are you 21 or older?');
  await window.open(`/products?q=${word}`);
  await window.find('heading', /the Late Harvest/);
  const cards = await window.run(() =>
    [...document.querySelectorAll('.card')].map((card) => {
      const boxes = ['.card-picture', '.card-name', '.card-lines', '.card-price', '.card-action'].map(
        (part) => card.querySelector(part)?.getBoundingClientRect(),
      );
      return boxes.map((box) => [Math.round(box?.top ?? 0), Math.round(box?.bottom ?? 0)]);
    }),
  );
  expect(cards).toHaveLength(3);
  for (const parts of cards) {
    const [first = []] = cards.filter(([picture]) => picture?.[0] === parts[0]?.[0]);
    expect(parts.map(([top]) => top)).toEqual(first.map(([top]) => top));
    for (const [at, [top = 0]] of parts.entries()) {
      const [, above = 0] = parts[at - 1] ?? [];
      expect(top).toBeGreaterThanOrEqual(above);
    }
  }
});
