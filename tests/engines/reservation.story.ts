/** The main job of a shopper: from the gate to the page of an order. */
import { randomUUID } from 'node:crypto';
import { linkIn } from '../journeys/mailbox.ts';
import { expect, test } from './support.ts';

test('a newcomer gets from the gate to the page of an order', async ({ window, network, shop }) => {
  // The network is lost on purpose.
  window.expectErrors(
    /NS_ERROR_|Could not connect|Load failed|network connection was lost|NetworkError|not load/i,
  );
  const item = await shop.product({ onHand: 9 });
  const email = `${randomUUID()}@example.com`;
  const password = 'heron over the cold river';
  await window.open('/');
  await window.press('button', 'I am 21 or older');
  await window.gone('Are you 21 or older?');
  await window.open(`/products?q=${encodeURIComponent(item.name)}`);
  await window.press('link', item.name);
  await window.at(item.path);
  // The menu has a button of this name, too, until the product's page is drawn.
  await window.see('What to expect');
  await window.press('button', `Add to cart: ${item.name}`);
  await window.find('link', 'Cart, 1 item');
  await window.press('link', 'Cart, 1 item');
  await window.at('/cart');
  await window.press('link', 'Checkout');
  await window.at('/checkout');
  await window.press('text', /^Earliest: /);
  await window.fill(/^Full Name/, 'Wren Hollis');
  await window.fill(/^Email/, email);
  await window.fill(/^Password/, password);
  await window.fill(/^Birth Date/, '1990-02-28');
  network.cut();
  await window.press('button', /^Reserve/);
  await window.see(/Failed to save changes: no (connection|answer)/);
  network.mend();
  await window.press('button', 'Try again');
  await window.at('/account-created?returnTo=%2Fcheckout');
  const link = linkIn(await shop.mailbox.receive(email, /confirm/i), '/confirm-email');
  await window.open(new URL(link, shop.origin).pathname + new URL(link, shop.origin).search);
  await window.see(/Pickup reserved/);
  const [number = ''] = /ORD\d+/.exec(await window.text()) ?? [];
  expect(number).toMatch(/^ORD\d+$/);
  await window.open(`/orders/${number}`);
  await window.see(item.name);
  await window.find('link', /^Cart, 0 items/);
});
