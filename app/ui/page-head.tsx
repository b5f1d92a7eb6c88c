/** The head of a page: its name, and one sentence where the name is not enough. */
import type { ReactNode } from 'react';

export function PageHead({
  title,
  intro,
  children,
}: {
  title: ReactNode;
  intro?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pt-10 pb-8 sm:pt-14">
      <div className="measure">
        <h1 className="text-3xl sm:text-4xl">{title}</h1>
        {intro ? <p className="mt-4 text-lg text-ink-soft">{intro}</p> : null}
      </div>
      {children}
    </div>
  );
}
