/** The list of orders at two widths: nothing in its rows wraps. */
import type { Locator } from '@playwright/test';
import { setStatus } from '#tests/support/set-status.ts';
import { visit } from './steps.ts';
import { expect, test } from './support.ts';

/** The number of lines of an element's own text. */
const linesOf = (element: Locator) =>
  element.evaluate((node) => {
    const range = document.createRange();
    const words = [...node.childNodes].find((child) => child.nodeType === Node.TEXT_NODE);
    range.selectNodeContents(words ?? node);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

test('the list of orders wraps no number, status or link', async ({ page, context, shop }) => {
  const customer = await shop.person();
  const number = await shop.order(customer, await shop.product());
  // The longest name of a status.
  await setStatus(shop.db, number, 'ready');
  await shop.signIn(context, await shop.person({ role: 'admin' }));
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await visit(page, `/admin/orders?email=${encodeURIComponent(customer.email)}`);
    const row = page.getByRole('row').filter({ hasText: number });
    // On a tablet the number is the link to the order.
    await expect(row.getByRole('link', { name: /^(View|Edit)/ })).toHaveCount(width === 768 ? 0 : 2);
    for (const word of [/^ORD\d+$/, ...(width === 768 ? [] : [/^View/, /^Edit/])]) {
      expect(await linesOf(row.getByRole('link', { name: word })), `${word} at ${width}`).toBe(1);
    }
    expect(await linesOf(row.getByText('Ready for pickup')), `status at ${width}`).toBe(1);
  }
});
