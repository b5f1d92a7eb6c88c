/**
 * Shows the message from the previous page: as a toast, or in the page without JavaScript. Also in the page where a toast
 * would lie on what it is about: on a short form or a page that exists for its message, whose `handle` is a `FlashHandle`.
 */
import { useEffect } from 'react';
import { useLocation, useMatches } from 'react-router';
import type { Flash } from '#platform/requests/flash.ts';
import { Notice } from '#ui/notice.tsx';
import { useToast } from '#ui/toast.tsx';

export type FlashHandle = { showsFlash: true };

let lastShown: string | null = null;

/** @param className its place in the page when it is not a toast. */
export function FlashMessage({ flash, className }: { flash: Flash | null; className: string }) {
  const toast = useToast();
  const { pathname, search } = useLocation();
  const isInPage = useMatches().some(
    ({ handle }) => (handle as Partial<FlashHandle> | undefined)?.showsFlash,
  );
  useEffect(() => {
    if (!flash || flash.id === lastShown) return;
    lastShown = flash.id;
    if (isInPage) return;
    // Why a person was sent to a page is irrelevant on the next one; what was done or went wrong stays until it has
    // been shown.
    toast.show(flash.message, {
      tone: flash.tone,
      ...(flash.tone === 'info' ? { page: pathname + search } : {}),
    });
  }, [flash, toast, pathname, search, isInPage]);
  return flash ? (
    <div className={`${isInPage ? '' : 'hidden noscript:block'} ${className}`}>
      <Notice tone={flash.tone}>{flash.message}</Notice>
    </div>
  ) : null;
}
