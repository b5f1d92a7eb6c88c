/** A cart that Back shows as it was left: Safari and Firefox keep the page with its scripts, and what they knew. */
import { expect, test } from './support.ts';

test('a cart that Back shows again has what another page added since, and the next press deletes none of it', async ({
  window,
  shop,
}) => {
  const first = await shop.product();
  const second = await shop.product();
  await window.open(first.path);
  // The page had the styles that it uses inside; the rest has arrived, too.
  expect(
    await window.run(() => {
      const link = document.querySelector<HTMLLinkElement>('#style-sheet');
      return link?.disabled === false && link.sheet !== null && link.sheet.cssRules.length > 0;
    }),
  ).toBe(true);
  await window.press('button', 'I am 21 or older');
  await window.press('button', `Add to cart: ${first.name}`);
  await window.find('link', 'Cart, 1 item');
  await window.open('/cart');
  await window.find('button', `One more ${first.name}`);
  await window.run(() => {
    addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset.persisted = String(persisted);
    });
  });
  // Firefox forgets a page that is left while it loads, and the first use loads a script.
  await window.run(() => void dispatchEvent(new Event('scroll')));
  await window.until('what the first use loads', () =>
    window.run(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/lost-press-')),
    ),
  );
  await window.quiet();
  // A document of its own, as an address that is typed, or a link from another site.
  await window.open(second.path);
  await window.press('button', `Add to cart: ${second.name}`);
  await window.find('link', 'Cart, 2 items');
  await window.back();
  await window.until('the page as it was left', () =>
    window.run(() => document.documentElement.dataset.persisted === 'true'),
  );
  await window.find('link', 'Cart, 2 items');
  await window.see(second.name);
  await window.press('button', `One more ${first.name}`);
  await window.open('/cart');
  await window.see(first.name);
  await window.see(second.name);
});
