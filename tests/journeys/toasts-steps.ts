/** Where messages are found. */
import type { Page } from '@playwright/test';

/** The region of all messages. */
export const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
/** Each message that shows. */
export const boxes = (page: Page) => messages(page).locator('.toast');
