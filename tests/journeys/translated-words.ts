/** What a translated page shows beside what React wrote into it. */
import type { Page } from '@playwright/test';

/** Texts of the open page that are not what React last wrote, such as '“1 item”, and React wrote “2 items”'. */
export function staleWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Fiber = {
      tag: number;
      child: Fiber | null;
      sibling: Fiber | null;
      stateNode: unknown;
      memoizedProps: { children?: unknown; dangerouslySetInnerHTML?: unknown } | string | null;
    };
    // React's own numbers for what a fiber is (ReactWorkTags).
    const [PORTAL, TEXT, WAITING] = [4, 6, 18];
    const ELEMENTS = [5, 26, 27];
    // Their text is no text of the page, or a script's own.
    const OTHERWISE = new Set(['SCRIPT', 'STYLE', 'TEXTAREA', 'NOSCRIPT', 'TITLE', 'HEAD']);
    const found: string[] = [];
    const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

    const compare = (shown: string, written: string) => {
      const [one, other] = [plain(shown), plain(written)];
      if (one === other) return;
      let same = 0;
      while (one[same] === other[same]) same++;
      const near = (text: string) => text.slice(Math.max(0, same - 20), same + 60);
      found.push(`“${near(one)}”, and React wrote “${near(other)}”`);
    };
    /** Null where React does not know the text: what the server sent and React has not taken over. */
    const below = (fiber: Fiber): string | null => {
      let words: string | null = '';
      for (let child = fiber.child; child; child = child.sibling) {
        const part = wordsOf(child);
        words = words === null || part === null ? null : words + part;
      }
      return words;
    };
    const wordsOf = (fiber: Fiber): string | null => {
      if (fiber.tag === TEXT) return String(fiber.memoizedProps);
      if (fiber.tag === WAITING) return null;
      if (fiber.tag === PORTAL) {
        below(fiber);
        return '';
      }
      if (!ELEMENTS.includes(fiber.tag)) return below(fiber);
      const element = fiber.stateNode as Element;
      const shown = element.textContent ?? '';
      const props = typeof fiber.memoizedProps === 'object' ? fiber.memoizedProps : null;
      if (OTHERWISE.has(element.tagName) || props?.dangerouslySetInnerHTML) return shown;
      const own = props?.children;
      const isOneText = fiber.child === null && (typeof own === 'string' || typeof own === 'number');
      const written = isOneText ? String(own) : below(fiber);
      // The document has scripts that are not React's.
      if (written !== null && !['HTML', 'BODY'].includes(element.tagName)) compare(shown, written);
      // Said once, not again for everything around it.
      return shown;
    };
    const key = Object.keys(document).find((each) => each.startsWith('__reactContainer$')) ?? '';
    const root = (document as unknown as Record<string, { stateNode: { current: Fiber } }>)[key];
    if (root) below(root.stateNode.current);
    return found;
  });
}
