/** A cart on two devices that change it at once, with a guest's lines, and after another person. */
import { eq } from 'drizzle-orm';
import { carts } from '#db/schema/checkout.ts';
import { DESK, isSaved } from './shared-cart-steps.ts';
import { addToCart, cartLine, cartLink, visit } from './steps.ts';
import { expect, test } from './support.ts';

test('two devices that change different lines lose neither, and other pages request nothing', async ({
  page,
  context,
  openBrowser,
  shop,
}) => {
  const person = await shop.person();
  const [one, two] = [await shop.product(), await shop.product()];
  await shop.signIn(context, person);
  const phone = await openBrowser(DESK);
  await shop.signIn(phone, person);
  const other = await phone.newPage();
  await visit(page, '/faq');
  await visit(other, '/faq');
  await addToCart(page, one, 1);
  await isSaved(shop, person, `${one.id}:1`);
  await addToCart(other, two, 3);
  await isSaved(shop, person, `${one.id}:1.${two.id}:3`);
  await expect(cartLink(other, 2)).toBeVisible();

  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/saved-cart')) asked.push(request.method());
  });
  await visit(page, '/faq');
  await visit(page, one.path);
  expect(asked).toEqual([]);
});

test('a guest’s lines join the cart that the customer left on another device', async ({
  page,
  openBrowser,
  context,
  shop,
}) => {
  const person = await shop.person();
  const [theirs, guests] = [await shop.product(), await shop.product()];
  const phone = await openBrowser(DESK);
  await shop.signIn(phone, person);
  await addToCart(await phone.newPage(), theirs, 2);
  await isSaved(shop, person, `${theirs.id}:2`);

  await addToCart(page, guests, 1);
  await addToCart(page, theirs, 1);
  await shop.signIn(context, person);
  await visit(page, '/cart');
  await expect(cartLine(page, theirs).getByRole('status')).toContainText('3');
  await expect(cartLine(page, guests).getByRole('status')).toContainText('1');
  await isSaved(shop, person, `${theirs.id}:3.${guests.id}:1`);
  await visit(page, '/cart');
  await expect(cartLine(page, theirs).getByRole('status')).toContainText('3');
});

test('a tab of the previous person does not change the next one’s account', async ({
  page,
  context,
  shop,
}) => {
  const [before, now] = [await shop.person(), await shop.person()];
  const [one, two] = [await shop.product(), await shop.product()];
  await shop.signIn(context, before);
  await visit(page, one.path);
  // In another tab: the session is the browser's.
  await shop.signIn(context, now);
  const answered = page.waitForResponse(
    (response) => response.url().includes('/api/saved-cart') && response.request().method() === 'POST',
  );
  await page
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click();
  expect((await answered).status()).toBe(401);
  expect(await shop.db.select().from(carts).where(eq(carts.userId, now.userId))).toEqual([]);
  const other = await context.newPage();
  await addToCart(other, two, 1);
  await isSaved(shop, now, `${two.id}:1`);
});
