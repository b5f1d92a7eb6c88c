/** Renders a titled section of a page. */
import type { ReactNode } from 'react';

export function Panel({
  title,
  id,
  note,
  className = '',
  children,
}: {
  title: string;
  /** The anchor for links on the page. */
  id?: string;
  /** Beside the title: a count, a link. */
  note?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section id={id} className={`min-w-0 scroll-mt-6 ${className}`}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{title}</h2>
        {note ? <div className="figures text-ink-soft">{note}</div> : null}
      </div>
      {children}
    </section>
  );
}
