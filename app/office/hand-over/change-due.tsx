/** Renders that the order is completed and how much change to give, until staff dismiss it or leave the page. */
import { useEffect, useRef } from 'react';
import { cents, formatCents } from '#kernel/money.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

/** @param change cents. @param path the order's address without the message. */
export function ChangeDueNotice({ number, change, path }: { number: string; change: number; path: string }) {
  const notice = useRef<HTMLDivElement>(null);
  // Screen readers read a focused element in full.
  useEffect(() => notice.current?.querySelector<HTMLElement>('[tabindex]')?.focus(), []);
  return (
    <div ref={notice} className="mb-6 print:hidden">
      <Notice
        tone="success"
        tabIndex={-1}
        className="flex flex-wrap items-center gap-x-6 gap-y-2 outline-none"
      >
        <p className="font-semibold">{number} is completed.</p>
        <p className="mr-auto flex flex-wrap items-baseline gap-x-2">
          Change due <strong className="figures font-display text-3xl">{formatCents(cents(change))}</strong>
        </p>
        <ButtonLink to={path} replace preventScrollReset rank="secondary" size="small" className="min-h-11">
          Dismiss
        </ButtonLink>
      </Notice>
    </div>
  );
}
