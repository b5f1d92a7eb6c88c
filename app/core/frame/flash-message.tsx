/** Shows the message from the previous page: as a toast, or in the page without JavaScript. */
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Flash } from '#platform/requests/flash.ts';
import { Notice } from '#ui/notice.tsx';
import { useToast } from '#ui/toast.tsx';

let lastShown: string | null = null;

/** @param className its place in the page when it is not a toast. */
export function FlashMessage({ flash, className }: { flash: Flash | null; className: string }) {
  const toast = useToast();
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!flash || flash.id === lastShown) return;
    lastShown = flash.id;
    // Why a person was sent to a page is irrelevant on the next one; what was done or went wrong stays until it has
    // been shown.
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
