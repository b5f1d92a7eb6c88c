/** Renders the security page's sections, in cards by what they are about. */
import type { ReactNode } from 'react';

/** A card of sections, with a name to scan for. */
export function SecurityGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mb-10 last:mb-0">
      <h2 className="mb-3 text-xl">{title}</h2>
      <div className="divide-y divide-line rounded-surface bg-surface px-4 inset-ring inset-ring-line sm:px-6">
        {children}
      </div>
    </div>
  );
}

/** A section: its name, one sentence, and its action at the end of the line; with `isList`, what it lists below. */
export function SecuritySection({
  id,
  title,
  intro,
  isList = false,
  children,
}: {
  /** Its anchor on the page, '#sessions'. */
  id: string;
  title: string;
  intro?: ReactNode;
  isList?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={`grid scroll-mt-24 grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-3 py-5 ${isList ? '' : 'md:grid-cols-[minmax(0,1fr)_auto] md:items-center'}`}
    >
      <div className="measure">
        <h3 id={`${id}-title`} className="font-sans text-base font-semibold tracking-normal">
          {title}
        </h3>
        {intro ? <div className="mt-1 text-sm text-ink-soft">{intro}</div> : null}
      </div>
      <div className={isList ? undefined : 'md:max-w-md md:justify-self-end'}>{children}</div>
    </section>
  );
}
