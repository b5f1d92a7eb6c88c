/** What a change of the page says and focuses. */
import type { Page } from '@playwright/test';
import { expect } from './support.ts';

/** What is announced to screen readers. */
export const said = (page: Page) => page.locator('[data-route-change]');
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
export const main = (page: Page) => page.getByRole('main');

/** The announcement is the title, word for word. */
export const expectSaid = async (page: Page) => expect(said(page)).toHaveText(await page.title());
