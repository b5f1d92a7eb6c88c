/** Shows what the page before left to say: as a toast, or in the page where there is no JavaScript. */
import { useEffect } from 'react';
import type { Flash } from '#platform/flash.ts';
import { Notice } from '#ui/notice.tsx';
import { useToast } from '#ui/toast.tsx';

let lastShown: string | null = null;

/** @param className where it stands in the page when it is no toast. */
export function FlashMessage({ flash, className }: { flash: Flash | null; className: string }) {
  const toast = useToast();
  useEffect(() => {
    if (!flash || flash.id === lastShown) return;
    lastShown = flash.id;
    toast.show(flash.message, { tone: flash.tone });
  }, [flash, toast]);
  return flash ? (
    <div className={`hidden noscript:block ${className}`}>
      <Notice tone={flash.tone}>{flash.message}</Notice>
    </div>
  ) : null;
}
