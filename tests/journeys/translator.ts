/** A browser's translator: puts elements of its own in place of every text, also of the text that comes later. */
import type { Page } from '@playwright/test';

/** Translates every page that opens from now on, into the same words: what React changes must show, whatever they are. */
export async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const left = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEXTAREA', 'TITLE', 'OPTION', 'FONT']);
    const replace = (text: Node) => {
      const { parentElement: parent, nodeValue: words } = text;
      if (!parent || !words?.trim() || left.has(parent.tagName) || parent.closest('[translate="no"],svg'))
        return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = words;
      outer.append(inner);
      parent.replaceChild(outer, text);
    };
    const walk = (root: Node) => {
      const found: Node[] = [];
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) found.push(text);
      for (const text of found) replace(text);
    };
    const start = () => {
      walk(document.body);
      new MutationObserver((changes) => {
        for (const { type, target, addedNodes } of changes)
          if (type === 'characterData') replace(target);
          else for (const node of addedNodes) node.nodeType === Node.TEXT_NODE ? replace(node) : walk(node);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    };
    // Translators begin once a page is there; this one once it is taken over, which on a busy machine takes a while.
    type Root = { stateNode: { current: { memoizedState: { isDehydrated?: boolean } | null } } };
    const isTakenOver = () => {
      const key = Object.keys(document).find((each) => each.startsWith('__reactContainer$'));
      const root = key ? (document as unknown as Record<string, Root>)[key] : undefined;
      return root?.stateNode.current.memoizedState?.isDehydrated === false;
    };
    const wait = () => setTimeout(isTakenOver() ? start : wait, 800);
    addEventListener('load', wait);
  });
}

/** Waits until the open page is translated. */
export async function translated(page: Page): Promise<void> {
  await page.locator('main font font').first().waitFor({ state: 'attached' });
}
