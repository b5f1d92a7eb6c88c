import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import { CREATE, cardOf, chooseTime, DESK, enter, listOf, PATH, TABLET } from './reservations-steps.ts';
import { anItem, reserve } from './shop-steps.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';

test('two staff members on one reservation: the second one’s list updates itself, and an outdated page is refused', async ({
  openBrowser,
  shop,
}) => {
  const item = await anItem(shop);
  const robin = await shop.person();
  const id = await reserve(shop, robin, item);
  const [one, other] = [await openBrowser(TABLET), await openBrowser(DESK)];
  await enter(shop, one, 'staff');
  await enter(shop, other, 'admin');
  const [page, second] = [await one.newPage(), await other.newPage()];
  for (const each of [page, second]) await visit(each, listOf(item));
  await cardOf(page, item).getByRole('button', { name: CREATE }).tap();
  await chooseTime(page);
  await expect(toast(page, 'Order created and reservation submitted')).toBeVisible();
  await expect(cardOf(second, item).getByRole('button', { name: CREATE })).toHaveCount(0);
  await expect(cardOf(second, item).getByRole('link', { name: /^ORD\d+$/ })).toBeVisible();
  // Sent from an outdated page.
  const late = (form: Record<string, string>) =>
    second.request.post(PATH, { form: { id, query: '', ...form }, headers: { origin: shop.origin } });
  expect(await (await late({ intent: 'submit' })).text()).toMatch(/is order ORD\d+ already; nothing new was/);
  expect(await (await late({ intent: 'status', seen: 'pending', status: 'reserved' })).text()).toContain(
    'Someone else set it to ‘Confirmed’.',
  );
  expect(await shop.db.select().from(orders).where(eq(orders.userId, robin.userId))).toHaveLength(1);
});
