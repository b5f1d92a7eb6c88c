/** The camera of a tablet as a scanner: a pass and a license, and without a network. */
import { encode } from 'uqr';
import { barcodeReaderPolicy } from '#server/http/security-headers.ts';
import { drawBarcode, type Modules } from '#tests/support/barcodes.ts';
import { cardText } from '#tests/support/id-cards.ts';
import { setStatus } from '#tests/support/set-status.ts';
import { button, dialog, placed, rememberTracks, seen, show, tracksOf } from './camera-steps.ts';
import { takenOver, visit } from './steps.ts';
import { expect, test } from './support.ts';

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

function drawPass(code: string): Modules {
  const { size, data } = encode(code, { border: 0 });
  return { width: size, height: size, isDark: (x, y) => data[y]?.[x] === true };
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
