/**
 * Renders a section of the security page: its name and its purpose, and its actions; on wide screens side by side, so
 * that the names make a column to scan.
 */
import type { ReactNode } from 'react';

export function SecuritySection({
  id,
  title,
  intro,
  children,
}: {
  /** Its anchor on the page, '#sessions'. */
  id: string;
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-24 grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-3 border-t border-line py-6 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]"
    >
      <div>
        <h2 id={`${id}-title`} className="text-lg">
          {title}
        </h2>
        {intro ? <div className="mt-1 text-sm text-ink-soft">{intro}</div> : null}
      </div>
      <div className="self-center">{children}</div>
    </section>
  );
}
