/** The views of a page: by width, theme, text size, forced colors and on paper. */
import type { BrowserContextOptions, Page } from '@playwright/test';

export type View = {
  name: string;
  context: BrowserContextOptions;
  /** The size of the browser's own text, in percent. */
  text?: number;
  paper?: true;
};

const wide = (width: number, height = 900): BrowserContextOptions => ({ viewport: { width, height } });

export const views: readonly View[] = [
  { name: '320', context: wide(320, 640) },
  { name: '390', context: wide(390, 844) },
  { name: '768', context: wide(768, 1024) },
  { name: '1440', context: wide(1440) },
  { name: 'dark-390', context: { ...wide(390, 844), colorScheme: 'dark' } },
  { name: 'dark-1440', context: { ...wide(1440), colorScheme: 'dark' } },
  { name: 'forced-390', context: { ...wide(390, 844), forcedColors: 'active', colorScheme: 'dark' } },
  { name: 'forced-1440', context: { ...wide(1440), forcedColors: 'active' } },
  { name: 'text-200-390', context: wide(390, 844), text: 200 },
  { name: 'text-200-320', context: wide(320, 640), text: 200 },
  { name: 'text-200-1440', context: wide(1440), text: 200 },
  { name: 'text-400-390', context: wide(390, 844), text: 400 },
  { name: 'print', context: { ...wide(816, 1056), colorScheme: 'dark' }, paper: true },
];

/** Sets the text size of the browser, as its settings do; sizes in rem and breakpoints follow. */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const size = Math.round((16 * percent) / 100);
  await session.send('Page.setFontSizes', {
    fontSizes: { standard: size, fixed: Math.round(size * 0.8125) },
  });
  await session.detach();
  await page.waitForFunction(
    (wanted) => getComputedStyle(document.documentElement).fontSize === wanted,
    `${size}px`,
  );
}
