/** Shows what the page before left to say: as a toast, or in the page where there is no JavaScript. */
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Flash } from '#platform/requests/flash.ts';
import { Notice } from '#ui/notice.tsx';
import { useToast } from '#ui/toast.tsx';

let lastShown: string | null = null;

/** @param className where it stands in the page when it is no toast. */
export function FlashMessage({ flash, className }: { flash: Flash | null; className: string }) {
  const toast = useToast();
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!flash || flash.id === lastShown) return;
    lastShown = flash.id;
    // Why one has come to a page matters no more on the next; what was done or went wrong is told to its end.
    toast.show(flash.message, {
      tone: flash.tone,
      ...(flash.tone === 'info' ? { page: pathname + search } : {}),
    });
  }, [flash, toast, pathname, search]);
  return flash ? (
    <div className={`hidden noscript:block ${className}`}>
      <Notice tone={flash.tone}>{flash.message}</Notice>
    </div>
  ) : null;
}
