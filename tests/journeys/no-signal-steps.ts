/** A shop whose answers stop arriving. */
import type { BrowserContext, Page } from '@playwright/test';
import { takenOver, visit } from './steps.ts';
import { expect } from './support.ts';

export const NO_CONNECTION = 'No connection. Try again when you have a signal.';
export const results = (page: Page) => page.getByRole('region', { name: 'Products' });

/** Opens the page and waits until the worker answers for the shop. */
export async function open(page: Page, path: string): Promise<void> {
  await visit(page, path);
  const state = () => navigator.serviceWorker.getRegistration().then((found) => found?.active?.state);
  await expect.poll(() => page.evaluate(state)).toBe('activated');
  // A page requested before the worker was active may stay without it.
  await page.reload();
  await takenOver(page);
}

/** Uses each page, which loads what leaves it as it is, and then cuts the network. */
export async function cutOff(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await untilStaying(page);
  await context.setOffline(true);
}

/** Moves the pointer, and waits for what that loads. */
export async function untilStaying(page: Page): Promise<void> {
  await page.mouse.move(3, 3);
  await page.mouse.move(5, 5);
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/lost-press-')),
  );
}

export const connect = (context: BrowserContext) => context.setOffline(false);
