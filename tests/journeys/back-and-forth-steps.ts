/** The catalogue's filters, and an answer that arrives late. */
import type { Page } from '@playwright/test';

/** The form that filters the catalogue. */
export const filters = (page: Page) => page.getByRole('form', { name: 'Filters' });

/** Holds back the next answer to this part of a query until the returned function is called. */
export async function holdAnswer(page: Page, query: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.pathname === '/products.data' && url.search.includes(query),
    async (route) => {
      await held;
      // The page may have stopped waiting for it.
      await route.continue().catch(() => undefined);
    },
    { times: 1 },
  );
  return release;
}
