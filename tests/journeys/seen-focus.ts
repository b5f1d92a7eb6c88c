/** What a keyboard user sees of the focus: an element has it, its ring shows, and nothing hides it. */
import { expect, type Locator, type Page } from '@playwright/test';

/** The focused element: whether it exists, shows its ring, and is not covered. */
export async function expectFocusToBeSeen(page: Page): Promise<void> {
  const focus = await page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return { name: 'nothing', ring: false, covered: false };
    const box = element.getBoundingClientRect();
    // A radio drawn by its label shows the ring there. A hidden input shows its focus on a label; a pickup time can
    // have two.
    const labels =
      box.width <= 2 && element.id ? [...document.querySelectorAll(`label[for="${element.id}"]`)] : [];
    const shown =
      labels.find((label) => getComputedStyle(label).outlineStyle !== 'none') ?? labels[0] ?? element;
    // A card's link has its ring on the ::after that covers the card.
    const hasRing = [undefined, '::after'].some((pseudo) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(shown, pseudo);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 4, top + 4],
      [right - 4, bottom - 4],
    ] as const;
    const covered = points.every(([x, y]) => {
      const above = document.elementFromPoint(x, y);
      return above !== null && !shown.contains(above) && !above.contains(shown);
    });
    return {
      name: `${shown.tagName} ${(shown.getAttribute('aria-label') ?? shown.textContent ?? '').trim().slice(0, 60)}`,
      ring: hasRing,
      covered,
    };
  });
  expect(focus).toMatchObject({ ring: true, covered: false });
}

/** Tabs until the wanted element has the focus; every stop on the way must be visible. */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(wanted).toBeAttached();
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press(key);
    await expectFocusToBeSeen(page);
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`the focus never reached ${wanted}`);
}
