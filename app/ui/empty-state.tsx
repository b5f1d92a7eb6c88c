/** Renders an empty, not found or forbidden page: the same landscape, one sentence, one link. */
import type { ReactNode } from 'react';

export function EmptyState({
  title,
  children,
  action,
  level = 1,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** 1 when this is the page, 2 inside one. */
  level?: 1 | 2;
}) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-4 py-8 text-center sm:py-16">
      <img
        src="/offline/ridge-line.svg"
        alt=""
        width={320}
        height={120}
        className="w-52 max-w-full sm:w-72"
      />
      <Heading className="text-2xl">{title}</Heading>
      {children ? <div className="text-ink-soft">{children}</div> : null}
      {action}
    </div>
  );
}
