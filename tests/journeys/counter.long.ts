/** The counter's board by mouse and scanner, and its sound after a reload. */
import { eq } from 'drizzle-orm';
import { lots } from '#db/schema/stock.ts';
import { card, column, orderForNow } from './counter-steps.ts';
import { toast, typeAsScanner, visit } from './steps.ts';
import { expect, test } from './support.ts';

test.use({ viewport: { width: 768, height: 1024 } });

test('a card is moved with the mouse to the column of its next step, and nowhere else', async ({
  context,
  page,
  shop,
}) => {
  // Nothing scrolls between the press and the move, which would pick up another card.
  await page.setViewportSize({ width: 1440, height: 9000 });
  const { number } = await orderForNow(shop, 'Linden Marsh');
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Kim Reyes' }));
  await visit(page, '/counter');
  await card(page, number).dragTo(column(page, 'Ready'));
  await expect(column(page, 'New').getByText('Linden Marsh')).toBeVisible();
  await card(page, number).dragTo(column(page, 'Packing'));
  await expect(page.getByRole('heading', { name: `Pack ${number} for Linden Marsh` })).toBeVisible();
  await visit(page, '/counter');
  await card(page, number).dragTo(column(page, 'Ready'));
  await expect(column(page, 'Ready').getByText('Linden Marsh')).toBeVisible();
  await card(page, number).dragTo(column(page, 'Here'));
  await expect(column(page, 'Here').getByText('Linden Marsh')).toBeVisible();
  await card(page, number).dragTo(column(page, 'Done'));
  await expect(page.getByRole('heading', { name: `Hand over ${number} to Linden Marsh` })).toBeVisible();
});

test('a unit that is scanned on the board goes into the one order that its person packs', async ({
  context,
  page,
  shop,
}) => {
  const item = await shop.product({ onHand: 9 });
  const [lot] = await shop.db
    .update(lots)
    .set({ packageTag: '1A4SAMPLE00000000000B0AD' })
    .where(eq(lots.productId, item.id))
    .returning();
  const [one, other] = [
    await shop.order(await shop.person(), item),
    await shop.order(await shop.person(), item),
  ];
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Kim Reyes' }));
  await visit(page, '/counter');
  await typeAsScanner(page, lot?.packageTag ?? '');
  await expect(toast(page, /Press Pack on an order first/)).toBeVisible();
  const pack = async (number: string) => {
    await visit(page, `/counter?find=${number}`);
    await page
      .getByRole('button', { name: `Pack ${number}`, exact: true })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: new RegExp(`^Pack ${number}`) })).toBeVisible();
    await visit(page, '/counter');
  };
  await pack(one);
  await typeAsScanner(page, lot?.packageTag ?? '');
  await expect(page.getByRole('heading', { name: new RegExp(`^Pack ${one}`) })).toBeVisible();
  await expect(toast(page, `${item.name}: 1 of 1 packed.`)).toBeVisible();
  await pack(other);
  await typeAsScanner(page, lot?.packageTag ?? '');
  await expect(toast(page, new RegExp(`You pack ${one} and ${other}\\.`))).toBeVisible();
});

test('a reload does not end the shift: the board says that its sound is off until someone presses anything', async ({
  context,
  page,
  shop,
}) => {
  await shop.signIn(context, await shop.person({ role: 'staff' }));
  await visit(page, '/counter');
  await page.getByRole('button', { name: 'Start shift' }).click();
  await expect(page.getByRole('button', { name: 'End shift' })).toBeVisible();
  const sound = page.getByRole('button', { name: 'Sound is off. Turn on' });
  await expect(sound).toHaveCount(0);
  for (const press of [() => sound.click(), () => page.getByRole('searchbox').first().click()]) {
    await visit(page, '/counter');
    await page.reload();
    await expect(sound).toBeVisible();
    await expect(page.getByRole('button', { name: 'End shift' })).toBeVisible();
    // What was there when the shift started is not new after the reload.
    await expect(page.getByRole('button', { name: /got it$/ })).toHaveCount(0);
    await press();
    await expect(sound).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'End shift' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Start shift' })).toBeVisible();
});
