/** The pictures of docs/screenshots, small enough for a repository. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from '@playwright/test';
import sharp from 'sharp';
import { PASSWORDS } from './run.ts';
import { chooseTime, problem, signInByForm, visit } from './steps.ts';
import { expect, test } from './support.ts';

const FOLDER = join(import.meta.dirname, '../../docs/screenshots');
/** The size limit of a README picture, in bytes. */
const HEAVIEST = 120_000;

const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const TABLET: BrowserContextOptions = { viewport: { width: 768, height: 1024 } };
const DESK: BrowserContextOptions = { viewport: { width: 1440, height: 1000 } };

/** Takes the picture once everything in view has loaded, as sharp as the size limit allows. */
async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const seen = [...document.images].filter(
      (image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight,
    );
    await Promise.all(seen.map((image) => image.decode().catch(() => undefined)));
  });
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await mkdir(FOLDER, { recursive: true });
  for (const quality of [86, 78, 68, 56]) {
    const picture = await sharp(shot).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (picture.length > HEAVIEST) continue;
    await sharp(picture).toFile(join(FOLDER, `${name}.webp`));
    return;
  }
  throw new Error(`${name} cannot be made lighter than ${HEAVIEST} bytes`);
}

async function fillCart(page: Page): Promise<void> {
  const names = ['Beaverkill Whole Flower', 'Dark Chocolate with Sea Salt', 'Waxed Canvas Fly Wallet'];
  for (const [before, name] of names.entries()) {
    await visit(page, `/products?q=${encodeURIComponent(name)}`);
    // A card of several sizes has a button for each size.
    await page.getByRole('button', { name: new RegExp(`add to cart[\\s:]*${name}$`, 'i') }).click();
    await expect(page.getByRole('link', { name: `Cart, ${before + 1} item` })).toBeVisible();
  }
}

async function signIn(page: Page): Promise<void> {
  await visit(page, '/login?returnTo=/orders');
  await signInByForm(page, 'customer@twobranches.example', PASSWORDS.customer);
  await expect(page.getByRole('heading', { level: 1, name: 'Your Orders' })).toBeVisible();
}

test('the gate', async ({ openBrowser }) => {
  const page = await (await openBrowser({ ...PHONE, affirmed: false })).newPage();
  await visit(page, '/');
  await take(page, 'gate-390');
});

test('the catalogue and a product', async ({ openBrowser }) => {
  const desk = await (await openBrowser(DESK)).newPage();
  await visit(desk, '/');
  await take(desk, 'catalogue-1440');
  await visit(desk, '/products?q=beaverkill');
  await desk.getByRole('link', { name: 'Beaverkill Whole Flower', exact: true }).click();
  await expect(desk.getByRole('button', { name: 'Reserve for Pickup' })).toBeVisible();
  await desk.mouse.move(0, 0);
  await take(desk, 'product-1440');
  const phone = await (await openBrowser(PHONE)).newPage();
  await visit(phone, '/products');
  await take(phone, 'catalogue-390');
});

test('cart and checkout', async ({ openBrowser }) => {
  const phone = await (await openBrowser(PHONE)).newPage();
  await signIn(phone);
  await fillCart(phone);
  await visit(phone, '/cart');
  await expect(phone.getByRole('link', { name: 'Checkout' })).toBeVisible();
  await take(phone, 'cart-390');
  // The cart follows the customer to the other browser.
  const desk = await (await openBrowser(DESK)).newPage();
  await signIn(desk);
  for (const [page, width] of [
    [phone, 390],
    [desk, 1440],
  ] as const) {
    await visit(page, '/checkout');
    await chooseTime(page);
    await expect(problem(page)).toHaveCount(0);
    await page.evaluate(() => scrollTo(0, 0));
    await take(page, `checkout-${width}`);
  }
});

test('orders', async ({ openBrowser }) => {
  const page = await (await openBrowser(TABLET)).newPage();
  await signIn(page);
  await visit(page, '/orders');
  await take(page, 'orders-768');
});

test('an order on a phone, and the security page', async ({ openBrowser }) => {
  const phone = await (await openBrowser(PHONE)).newPage();
  await signIn(phone);
  await phone.getByRole('main').getByRole('link', { name: /^ORD/ }).first().click();
  await expect(phone.getByRole('heading', { level: 1, name: /ORD/ })).toBeVisible();
  // Loaded again, without the message of the sign-in.
  await visit(phone, new URL(phone.url()).pathname);
  await take(phone, 'order-390');
  const desk = await (await openBrowser(DESK)).newPage();
  await signIn(desk);
  await visit(desk, '/security');
  await take(desk, 'security-1440');
});

test('order management', async ({ openBrowser }) => {
  const page = await (await openBrowser(DESK)).newPage();
  await visit(page, '/login?mode=admin');
  await signInByForm(page, 'admin@twobranches.example', PASSWORDS.admin);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await visit(page, '/admin/orders');
  await expect(page.getByRole('heading', { level: 1, name: 'Order Management' })).toBeVisible();
  await take(page, 'order-management-1440');
  await visit(page, '/admin/analytics');
  await expect(page.getByRole('heading', { level: 1, name: 'Order Analytics' })).toBeVisible();
  await take(page, 'analytics-1440');
});
