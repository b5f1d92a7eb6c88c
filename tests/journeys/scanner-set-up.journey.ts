/** A tablet learns its scanner from one code and one license, and a license on the board finds its person's order. */

import { SET_UP_CODE } from '#core/sales/orders/scan/learn-scanner.ts';
import { cardText } from '#tests/support/id-cards.ts';
import { setStatus } from '#tests/support/set-status.ts';
import { card, orderForNow } from './counter-steps.ts';
import { scanUntil, typeAtPace } from './scanner-steps.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';

test.use({ viewport: { width: 768, height: 1024 } });

/** As a scanner types it: separators are left out. Other stories have orders of a Wren Hale. */
const licenseOf = (birthDate: string) =>
  cardText({ birthDate, expiresOn: '2190-05-14', elements: { DCS: 'THORNFIELD' } })
    .replaceAll('\x1e', '')
    .replaceAll('\r', '\n');
const license = licenseOf('1995-06-15');

test('a letter before codes is learned from one code and a license, and left out of a scan on the board', async ({
  context,
  page,
  shop,
}) => {
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Kim Reyes' }));
  const order = await orderForNow(shop, 'Robin Ash');
  await setStatus(shop.db, order.number, 'ready');
  await visit(page, '/counter');
  await page.getByRole('link', { name: 'Set up this tablet’s scanner' }).click();
  await expect(page.getByRole('heading', { name: 'Scanner', exact: true })).toBeVisible();
  await typeAtPace(page, '012345678905\n', 20);
  await expect(page.getByRole('alert')).toContainText('This was another code');
  await scanUntil(page, `X${SET_UP_CODE}\n^j`, 20, () =>
    expect(page.getByText('The code was read.')).toBeVisible({ timeout: 3_000 }),
  );
  await expect(page.getByText('Learned:')).toContainText('‘X’ before a code');
  await scanUntil(page, license, 4, () =>
    expect(page.getByText('The license was read.')).toBeVisible({ timeout: 3_000 }),
  );
  await expect(page.getByText('THORNFIELD')).toHaveCount(0);
  // It is stored on the tablet: a new document knows it.
  await visit(page, '/counter');
  await typeAtPace(page, `X${order.pass}\n`, 20);
  await expect(page).toHaveURL(`/counter/orders/${order.number}`);
  await visit(page, '/counter/scanner');
  await page.getByRole('button', { name: 'Forget it' }).click();
  await expect(page.getByText('This tablet has not learned its scanner yet.')).toBeVisible();
});

test('a license on the board opens its person’s order of today with the ID filled in, and no other person’s', async ({
  context,
  page,
  shop,
}) => {
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Kim Reyes' }));
  const order = await orderForNow(shop, 'Wren Thornfield');
  await setStatus(shop.db, order.number, 'ready');
  await visit(page, '/counter');
  // Another Wren Thornfield, by the birth date.
  await scanUntil(page, licenseOf('1988-02-03'), 4, () =>
    expect(toast(page, 'No open order of today has the name on this license.')).toBeVisible({
      timeout: 3_000,
    }),
  );
  const other = await orderForNow(shop, 'Juniper Vale');
  await visit(page, '/counter');
  await card(page, other.number)
    .getByRole('button', { name: `Customer is here ${other.number}` })
    .focus();
  await scanUntil(page, license, 4, () =>
    expect(page).toHaveURL(`/counter/orders/${order.number}`, { timeout: 3_000 }),
  );
  await expect(page.getByText('WREN ROBIN THORNFIELD')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Paid and handed over' })).toBeVisible();
  // Another order's page gets nothing of it.
  await visit(page, `/counter/orders/${other.number}`);
  await expect(page.getByText('WREN ROBIN THORNFIELD')).toHaveCount(0);
});
