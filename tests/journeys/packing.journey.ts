/** Packing with a scanner: two tablets on one order, refusals that stay until the next scan, and Ready by the last one. */
import { eq } from 'drizzle-orm';
import { lots } from '#db/schema/stock.ts';
import { toast, typeAsScanner, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectFits } from './watch.ts';

test.use({ viewport: { width: 768, height: 1024 } });

const TAG = '1A41203000020D5000000078';
/** Units 0 and 1 of that package. */
const UNITS = ['HTTPS://1A4.COM/5LO1I9DSOPW43WR19JI8', 'HTTPS://1A4.COM/5LO1I9DSOPW43WR19JI9'] as const;

test('a scan packs one unit, refusals stay until the next scan, the other tablet sees it, the last unit makes it ready', async ({
  context,
  page: kim,
  shop,
  openBrowser,
}) => {
  const jar = await shop.product({ name: 'Kestrel Moon', onHand: 9, limitMg: 100 });
  await shop.db.update(lots).set({ packageTag: TAG, batchNumber: 'KM-1' }).where(eq(lots.productId, jar.id));
  const other = await shop.product({ name: 'Plover Dawn', onHand: 5 });
  await shop.db.update(lots).set({ batchNumber: 'PLOVER-01' }).where(eq(lots.productId, other.id));
  const number = await shop.order(await shop.person({ name: 'Wren Hale' }), jar);
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Kim Reyes' }));
  const second = await openBrowser();
  await shop.signIn(second, await shop.person({ role: 'staff', name: 'Lee Ford' }));
  const lee = await second.newPage();

  await visit(kim, `/counter/orders/${number}/packing`);
  await kim.getByRole('button', { name: 'Start packing' }).click();
  await expect(kim.getByRole('region', { name: 'Next' })).toContainText('Kestrel Moon');
  await visit(lee, `/counter/orders/${number}/packing`);
  await expect(lee.getByText('Kim Reyes packs this order')).toBeVisible();

  await expect(kim.getByRole('link', { name: 'Replace or reduce' })).toBeVisible();
  await typeAsScanner(kim, 'PLOVER-01\n');
  const alert = kim.getByRole('alert');
  await expect(alert).toContainText('Wrong product');
  await expect(alert).toContainText('Plover Dawn is not in this order. Put it back.');
  await expectFits(kim, [390, 1440, 1024, 768]);
  await typeAsScanner(kim, `${UNITS[0]}\n`);
  // The last scan makes the order ready.
  await expect(kim).toHaveURL('/counter');
  await expect(toast(kim, `${number} is ready.`)).toBeVisible();
  await expect(lee.getByText(`${number} is ready`)).toBeVisible();
});
