/** Favorites and 'Notify me': the heart on cards and pages, the list, and the notification that a product is back. */
import { eq, sql } from 'drizzle-orm';
import { announceBackInStock } from '#core/goods/favorites/announce-back-in-stock.server.ts';
import { favorites, stockAlerts } from '#db/schema/favorites.ts';
import { lots, productStock, stockLedger } from '#db/schema/stock.ts';
import { startJobs, stopJobs } from '#platform/jobs.ts';
import { PASSWORDS } from './run.ts';
import type { Item, Shop } from './shop.ts';
import { about, signInByForm, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const CUSTOMER = 'customer@twobranches.example';
const heart = (name: string) => ({ name: `Favorite: ${name}`, exact: true });

/** Units arrive, ledger included. */
async function bring(shop: Shop, item: Item, units: number): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const [lot] = await tx.update(lots).set({ onHand: units }).where(eq(lots.productId, item.id)).returning();
    await tx
      .insert(stockLedger)
      .values({ productId: item.id, lotId: lot?.id ?? null, onHandChange: units, reason: 'received' });
    await tx.update(productStock).set({ onHand: units }).where(eq(productStock.productId, item.id));
  });
  await expect.poll(() => shop.available(item)).toBe(units);
}

test('a customer saves a product by keyboard, finds it among the favorites, and removes it there', async ({
  page,
  context,
  shop,
}) => {
  const item = await shop.product();
  const person = await shop.person();
  await shop.signIn(context, person);
  await visit(page, '/favorites');
  await expect(page.getByRole('heading', { name: 'No favorites yet.' })).toBeVisible();

  await visit(page, item.path);
  const button = page.getByRole('main').getByRole('button', heart(item.name));
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  // Once: on a busy machine a second press would remove the favorite again.
  await button.press('Enter');
  await expect(toast(page, 'Saved to your favorites.')).toBeVisible();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(button).toBeFocused();
  await expectAccessible(page);

  // It is saved: after a reload, in the catalogue, in the list.
  await page.reload();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await visit(page, `/products?q=${encodeURIComponent(item.name)}`);
  await expect(
    page.getByRole('article').filter({ hasText: item.name }).getByRole('button', heart(item.name)),
  ).toHaveAttribute('aria-pressed', 'true');
  await visit(page, '/favorites');
  const card = page.getByRole('article').filter({ hasText: item.name });
  await expect(card).toContainText('In stock');
  await card.getByRole('button', heart(item.name)).click();
  await expect(toast(page, 'Removed from your favorites.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No favorites yet.' })).toBeVisible();
  expect(await shop.db.select().from(favorites).where(eq(favorites.userId, person.userId))).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a guest presses a heart, signs in, and returns with the product saved', async ({ page, shop }) => {
    const item = await shop.product();
    const path = `/products?q=${encodeURIComponent(item.name)}`;
    await visit(page, path);
    const button = page.getByRole('button', heart(item.name));
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await button.tap();
    await expect(page).toHaveURL(/\/login\?returnTo=%2Ffavorites%2Fsave/);
    await expect(toast(page, 'Sign in to save it.')).toBeVisible();
    await signInByForm(page.getByRole('main'), CUSTOMER, PASSWORDS.customer);
    await expect(toast(page, 'Saved to your favorites.')).toBeVisible();
    await expect(page).toHaveURL(/\/products\?q=/);
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  test('a customer waits for a sold-out product, stops, waits again, and gets one notification when it is back', async ({
    page,
    context,
    shop,
  }) => {
    const item = await shop.product({ onHand: 0 });
    const person = await shop.person();
    await shop.signIn(context, person);
    await visit(page, item.path);
    const main = page.getByRole('main');
    await main.getByRole('button', { name: about('Notify me', item.name) }).tap();
    await expect(toast(page, 'We will notify you when it is back.')).toBeVisible();
    await main.getByRole('button', { name: about('Cancel alert', item.name) }).tap();
    await expect(toast(page, 'Your alert is canceled.')).toBeVisible();
    await main.getByRole('button', { name: about('Notify me', item.name) }).tap();
    await expect.poll(() => shop.db.$count(stockAlerts, eq(stockAlerts.userId, person.userId))).toBe(1);
    await visit(page, '/favorites');
    const waiting = page.getByRole('region', { name: 'Back-in-stock alerts' });
    await expect(waiting.getByRole('button', { name: about('Cancel alert', item.name) })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await bring(shop, item, 1);
    // The worker does this every minute; the application does the rest.
    await startJobs({ url: shop.url, kinds: [] });
    await shop.db
      .update(stockAlerts)
      .set({ createdAt: sql`now() - interval '1 day'` })
      .where(eq(stockAlerts.userId, person.userId));
    await announceBackInStock();
    await stopJobs();
    const mail = await shop.mailbox.receive(person.email, /is back in stock/);
    expect(mail.text).toContain(`${item.name} is back in stock`);
    expect(mail.text).toContain(`/products/${item.id}`);
    await visit(page, '/favorites');
    await expect(page.getByRole('heading', { name: 'No favorites yet.' })).toBeVisible();
    await page.getByRole('button', { name: /^Notifications/ }).tap();
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText(
      `${item.name} is back in stock`,
    );
  });
});
