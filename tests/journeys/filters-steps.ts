/** The catalogue's list, its filters and its sort. */
import type { Page } from '@playwright/test';
import { expect } from './support.ts';

export const results = (page: Page) => page.getByRole('region', { name: 'Products' });
/** The heading of the results has their number. */
export const count = (page: Page) => results(page).getByRole('heading', { level: 2 }).first();
export const filters = (page: Page) => page.getByRole('form', { name: 'Filters' });
export const search = (page: Page) => page.getByRole('searchbox', { name: 'Search products' });
export const sort = (page: Page) => page.getByRole('combobox', { name: 'Sort by' });

/** Scrolls to the middle of the list. */
export const midList = async (page: Page) => {
  await results(page).getByRole('article').nth(14).scrollIntoViewIfNeeded();
  await expect(count(page)).not.toBeInViewport();
};
