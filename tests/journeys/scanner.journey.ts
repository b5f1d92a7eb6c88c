/** A scanner at the counter that types slowly: what it scans is read, and no button, field or link hears it. */
import { setStatus } from '#tests/support/set-status.ts';
import { orderForNow } from './counter-steps.ts';
import {
  changeDuringScan,
  pressDuringScan,
  scanAtHandOver,
  scanAtPacking,
  scanAtPin,
  scanBeforeScripts,
  scanDuringPress,
  scanInOffice,
  scanOnBoard,
  typeOnBoard,
} from './scanner-steps.ts';

import { test } from './support.ts';

test.use({ viewport: { width: 768, height: 1024 } });

test('a scan of 40 and of 80 ms a character is read at hand-over, board and packing, presses nothing, and is dropped by no press and no change', async ({
  context,
  page,
  shop,
}) => {
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Kim Reyes' }));
  await scanAtHandOver(page, shop, [40]);
  const order = await orderForNow(shop, 'Wren Hale');
  await setStatus(shop.db, order.number, 'ready');
  const other = await orderForNow(shop, 'Juniper Vale');
  await scanOnBoard(page, order, other.number, [80]);
  await pressDuringScan(page, shop, await orderForNow(shop, 'Robin Ash'), other.number);
  const third = await orderForNow(shop, 'Fern Hollis');
  await scanDuringPress(page, shop, await orderForNow(shop, 'Ash Lowell'), third.number);
  await changeDuringScan(page, shop, order);
  await typeOnBoard(page, 'Juniper Vale', other.number);
  await scanAtPacking(page, shop, [80]);
});

test('a scan presses nothing before the scripts came, in the office, in a dialog and at the PIN', async ({
  context,
  page,
  shop,
}) => {
  const admin = await shop.person({ role: 'admin', name: 'Kim Reyes' });
  await shop.signIn(context, admin);
  const { number } = await orderForNow(shop, 'Wren Hale');
  await scanBeforeScripts(page, shop, number, [40]);
  await setStatus(shop.db, number, 'confirmed');
  await scanInOffice(page, shop, number, [20]);
  await scanAtPin(page, shop, admin.userId, [60]);
});
