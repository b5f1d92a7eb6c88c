/** Renders a section of the security page: its name, its purpose, and its actions. */
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
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-24 border-t border-line py-8">
      <h2 id={`${id}-title`} className="text-xl">
        {title}
      </h2>
      {intro ? <p className="measure mt-2 text-ink-soft">{intro}</p> : null}
      <div className="mt-5">{children}</div>
    </section>
  );
}
