/**
 * Reloads the page's data while the person waits for the mail with the link: the mail server may refuse the address, and the
 * link may be opened in another browser.
 */
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Often at first: a mail server refuses an address at once, or much later by an email of its own. */
const SOON_MS = 2000;
const FIRST_QUESTIONS = 5;
const LATER_MS = 10_000;
/** For about as long as a cart is held. A person who comes back later makes it ask again. */
const MOST_QUESTIONS = 180;

/** Asks while the page is visible, and at once when it becomes visible. */
export function useConfirmation(isWaiting: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isWaiting) return;
    let asked = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      if (!document.hidden) void revalidate();
      asked += 1;
      if (asked < MOST_QUESTIONS) timer = setTimeout(ask, asked < FIRST_QUESTIONS ? SOON_MS : LATER_MS);
    };
    timer = setTimeout(ask, SOON_MS);
    const seen = () => {
      if (!document.hidden) void revalidate();
    };
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [isWaiting, revalidate]);
}
