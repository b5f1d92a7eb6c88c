/** The camera of a tablet as a scanner: a pass, a license, a label; and what is said where there is no camera. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { encode } from 'uqr';
import { orders } from '#db/schema/orders.ts';
import { lots } from '#db/schema/stock.ts';
import { barcodeReaderPolicy } from '#server/security-headers.ts';
import { drawBarcode, type Modules, videoOf } from '#tests/support/barcodes.ts';
import { cardText } from '#tests/support/id-cards.ts';
import { setStatus } from '#tests/support/set-status.ts';
import type { Shop } from './shop.ts';
import { takenOver, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectFits } from './watch.ts';

/** What the fake camera sees: Chromium opens the file when a page opens the camera. */
const seen = join(mkdtempSync(join(tmpdir(), 'farmgate-camera-')), 'seen.y4m');

test.use({
  viewport: { width: 768, height: 1024 },
  ownBrowser: true,
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        args: [
          ...(launchOptions.args ?? []),
          '--use-fake-device-for-media-stream',
          `--use-file-for-fake-video-capture=${seen}`,
        ],
      }),
    { scope: 'worker' },
  ],
});

/** Holds up these things, a second each. */
const show = (...things: Modules[][]) => writeFileSync(seen, videoOf(...things));

function drawPass(code: string): Modules {
  const { size, data } = encode(code, { border: 0 });
  return { width: size, height: size, isDark: (x, y) => data[y]?.[x] === true };
}

const button = (page: Page) => page.getByRole('button', { name: 'Scan with the camera' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Scan with the camera' });

/**
 * The page remembers the tracks that it got, so that a test sees whether they still run. Its camera is listed twice:
 * Chromium's fake one is alone.
 */
async function rememberTracks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = [];
    Object.assign(window, { tracks });
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wishes) => {
      const stream = await ask(wishes);
      tracks.push(...stream.getTracks());
      return stream;
    };
    const list = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
    navigator.mediaDevices.enumerateDevices = async () => {
      const devices = await list();
      return [...devices, ...devices];
    };
  });
}

const tracksOf = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState),
  );

/** Someone turns to another tab, and back. */
async function look(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((is) => {
    Object.defineProperty(document, 'visibilityState', { value: is, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

async function placed(shop: Shop, name: string) {
  const jar = await shop.product({ onHand: 5 });
  const number = await shop.order(await shop.person({ name }), jar);
  const [order] = await shop.db.select().from(orders).where(eq(orders.orderId, number));
  return { number, jar, pass: order?.passCode ?? '' };
}

test('a pass opens its order, a license fills the ID check, also for someone who came from the back office', async ({
  context,
  page,
  shop,
}) => {
  const { number, pass } = await placed(shop, 'Wren Hale');
  await setStatus(shop.db, number, 'ready');
  const loaded = new Map<string, Record<string, string>>();
  context.on('response', (response) => loaded.set(response.url(), response.headers()));
  await context.grantPermissions(['camera'], { origin: shop.origin });
  await rememberTracks(page);
  await shop.signIn(context, await shop.person({ role: 'staff', name: 'Kim Reyes' }));
  await visit(page, '/admin/orders');
  await page.getByRole('link', { name: 'Counter', exact: true }).click();
  await expect(page.getByRole('region', { name: /^Ready/ })).toBeVisible();

  show([], [drawPass(pass)]);
  await button(page).click();
  await expect(page.getByRole('heading', { name: `Hand over ${number} to Wren Hale` })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  expect(await tracksOf(page)).toEqual(['ended']);
  const from = (name: string) => [...loaded].find(([url]) => url.includes(name))?.[1] ?? {};
  expect(from('/assets/read-pictures.worker-')['content-security-policy']).toBe(barcodeReaderPolicy);
  expect(from('/assets/zxing_reader-')).toMatchObject({
    'content-type': 'application/wasm',
    'content-encoding': 'br',
  });
  expect([...loaded.keys()].filter((url) => !url.startsWith(`${shop.origin}/`))).toEqual([]);

  // The narrow barcode of the same card is not taken for the license.
  const license = cardText({ issuer: '636024', expiresOn: '2190-05-14', birthDate: '1990-05-14' });
  show([await drawBarcode('Code128', '123456789')], [await drawBarcode('PDF417', license)]);
  await button(page).click();
  await expect(page.getByText('WREN ROBIN HALE')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'The name on the ID is Wren Hale' })).toBeFocused();
  await page.getByText('Correct by hand').click();
  await expect(page.getByRole('radio', { name: 'License' })).toBeChecked();
  await expect(page.getByLabel('Issued by')).toHaveValue('Vermont');
  await expect(page.getByLabel('Expires')).toHaveValue('2190-05-14');
  await expect(page.getByLabel('Birth date on the ID')).toHaveValue('1990-05-14');
  expect(await tracksOf(page)).toEqual(['ended', 'ended']);
});

test('a label that stays in front of the camera packs one unit, and Escape turns the camera off', async ({
  context,
  page,
  shop,
}) => {
  const { number, jar } = await placed(shop, 'Juniper Vale');
  const batchNumber = 'CAMERA-1';
  await shop.db.update(lots).set({ batchNumber }).where(eq(lots.productId, jar.id));
  await context.grantPermissions(['camera'], { origin: shop.origin });
  await rememberTracks(page);
  await shop.signIn(context, await shop.person({ role: 'staff' }));
  await visit(page, `/counter/orders/${number}/packing`);
  await page.getByRole('button', { name: 'Start packing' }).click();
  const label = await drawBarcode('Code128', batchNumber);
  show([label], [label], [label], [label], [label]);
  await button(page).click();
  await expect(dialog(page).getByRole('status')).toContainText('1 of 1');
  await expectFits(page, [390, 1440, 768]);
  // Longer than the time after which the same label would count again, had it been away.
  await expect
    .poll(() =>
      page.getByLabel('Picture of the camera').evaluate((video: HTMLVideoElement) => video.currentTime),
    )
    .toBeGreaterThan(4);
  await expect(dialog(page).getByRole('alert')).toHaveCount(0);
  expect(await tracksOf(page)).toEqual(['live']);
  await look(page, 'hidden');
  expect(await tracksOf(page)).toEqual(['ended']);
  await look(page, 'visible');
  await expect.poll(() => tracksOf(page)).toEqual(['ended', 'live']);
  await dialog(page).getByRole('button', { name: 'Switch camera' }).click();
  await expect.poll(() => tracksOf(page)).toEqual(['ended', 'ended', 'live']);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(button(page)).toBeFocused();
  expect(await tracksOf(page)).toEqual(['ended', 'ended', 'ended']);
  await expect(page.getByRole('status').filter({ hasText: '1 of 1 packed' })).toBeVisible();
});

test('a camera that is not allowed says what to do, and starts when it is', async ({
  context,
  page,
  shop,
}) => {
  show([]);
  await shop.signIn(context, await shop.person({ role: 'staff' }));
  await visit(page, '/counter');
  await button(page).click();
  const refusal = dialog(page).getByRole('alert');
  await expect(refusal).toHaveText('Allow the camera in the browser’s settings, then press again.');
  await expectAccessible(page);
  await context.grantPermissions(['camera'], { origin: shop.origin });
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(dialog(page).getByLabel('Picture of the camera')).toBeVisible();
  await expect(refusal).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(button(page)).toBeFocused();
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow', losesNetwork: true });

  test('a tablet that has the counter’s files has the camera’s too', async ({ context, page, shop }) => {
    await context.grantPermissions(['camera'], { origin: shop.origin });
    await shop.signIn(context, await shop.person({ role: 'staff' }));
    await visit(page, '/counter');
    const stored = () =>
      page.evaluate(async () => {
        const cache = await caches.open('counter');
        const isActive = (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated';
        const copies = (await indexedDB.databases()).filter(({ name }) => name === 'counter-copy');
        return isActive && copies.length > 0 && (await cache.match('/counter/offline')) !== undefined;
      });
    await expect.poll(stored).toBe(true);
    const files = await page.evaluate(async () => {
      const requests = await (await caches.open('counter')).keys();
      const found = requests.map(
        ({ url }) => /camera-dialog|read-pictures|zxing_reader/.exec(url)?.[0] ?? '',
      );
      return found.filter((name) => name !== '').sort();
    });
    expect(files).toEqual(['camera-dialog', 'read-pictures', 'zxing_reader']);
    await page.reload();
    await takenOver(page);
    await context.setOffline(true);
    show([await drawBarcode('Code128', 'CAMERA-2')]);
    await button(page).click();
    await expect(page.getByRole('heading', { name: 'No open order for ‘CAMERA-2’' })).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    await context.setOffline(false);
  });
});
