/** A fake camera, and what it is shown. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import { type Modules, videoOf } from '#tests/support/barcodes.ts';
import type { Shop } from './shop.ts';

/** What the fake camera sees: Chromium opens the file when a page opens the camera. */
export const seen = join(mkdtempSync(join(tmpdir(), 'farmgate-camera-')), 'seen.y4m');

/** Holds up these things, a second each. */
export const show = (...things: Modules[][]) => writeFileSync(seen, videoOf(...things));

/** The button that turns the camera on. */
export const button = (page: Page) => page.getByRole('button', { name: 'Scan with the camera' });
/** What shows the camera’s picture. */
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Scan with the camera' });

/**
 * The page remembers the tracks that it got, so that a test sees whether they still run. Its camera is listed twice:
 * Chromium's fake one is alone.
 */
export async function rememberTracks(page: Page): Promise<void> {
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

/** The states of the camera’s tracks, from the first opened. */
export const tracksOf = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState),
  );

/** An order of one jar, with its pass. */
export async function placed(shop: Shop, name: string, quantity = 1) {
  const jar = await shop.product({ onHand: 5 });
  const number = await shop.order(await shop.person({ name }), jar, quantity);
  const [order] = await shop.db.select().from(orders).where(eq(orders.orderId, number));
  return { number, jar, pass: order?.passCode ?? '' };
}
