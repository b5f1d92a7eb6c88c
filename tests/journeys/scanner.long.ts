/** Scans at every speed that scanners are set to, from 2 to 80 ms a character. */
import { setStatus } from '#tests/support/set-status.ts';
import { orderForNow } from './counter-steps.ts';
import {
  scanAtHandOver,
  scanAtPacking,
  scanAtPin,
  scanBeforeScripts,
  scanInOffice,
  scanOnBoard,
} from './scanner-steps.ts';

import { test } from './support.ts';

test.use({ viewport: { width: 768, height: 1024 } });

const GAPS = [2, 20, 40, 60, 80];

test('a scan at any speed is read at hand-over, board and packing, and presses nothing', async ({
  context,
  page,
  shop,
}) => {
  test.setTimeout(240_000);
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Kim Reyes' }));
  await scanAtHandOver(page, shop, GAPS);
  const order = await orderForNow(shop, 'Wren Hale');
  await setStatus(shop.db, order.number, 'ready');
  const other = await orderForNow(shop, 'Juniper Vale');
  await scanOnBoard(page, order, other.number, GAPS);
  await scanAtPacking(page, shop, GAPS);
});

test('a scan at any speed presses nothing before the scripts came, in the office, in a dialog and at the PIN', async ({
  context,
  page,
  shop,
}) => {
  test.setTimeout(240_000);
  const admin = await shop.person({ role: 'admin', name: 'Kim Reyes' });
  await shop.signIn(context, admin);
  const { number } = await orderForNow(shop, 'Wren Hale');
  await scanBeforeScripts(page, shop, number, GAPS);
  await setStatus(shop.db, number, 'confirmed');
  await scanInOffice(page, shop, number, GAPS);
  await scanAtPin(page, shop, admin.userId, GAPS);
});
