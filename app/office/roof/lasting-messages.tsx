/** Renders what staff must not miss, such as the change due, above every page until they dismiss it. */
import { useEffect, useRef } from 'react';
import { Form, useLocation } from 'react-router';
import type { LastingMessage } from '#platform/requests/lasting-message.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { DISMISS } from './dismiss-message.ts';

export function LastingMessages({ messages }: { messages: readonly LastingMessage[] }) {
  const list = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.id;
  const seen = useRef(newest);
  useEffect(() => {
    // Screen readers read a focused element in full. After a reload the message is not new.
    if (newest && newest !== seen.current)
      list.current?.querySelector<HTMLElement>('[tabindex]:last-child')?.focus();
    seen.current = newest;
  }, [newest]);
  return (
    <div ref={list} className="flex flex-col gap-3 not-empty:mb-6 print:hidden">
      {messages.map((message) => (
        <Lasting key={message.id} message={message} />
      ))}
    </div>
  );
}

function Lasting({ message: { id, message, figure } }: { message: LastingMessage }) {
  const { pathname, search } = useLocation();
  return (
    <Notice tone="success" tabIndex={-1} className="flex flex-wrap items-center gap-x-6 gap-y-2 outline-none">
      <p className="font-semibold">{message}</p>
      <p className="mr-auto flex flex-wrap items-baseline gap-x-2">
        {figure ? (
          <>
            {figure.label} <strong className="figures font-display text-3xl">{figure.text}</strong>
          </>
        ) : null}
      </p>
      <Form method="post" action={DISMISS} preventScrollReset replace>
        <input type="hidden" name="back" value={pathname + search} />
        <Button type="submit" name="id" value={id} rank="secondary" size="small" className="min-h-11">
          Dismiss
        </Button>
      </Form>
    </Notice>
  );
}
