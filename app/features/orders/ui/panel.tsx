/** Parts of an order's page: a titled section, and facts as name and value. */
import type { ReactNode } from 'react';

export function Panel({
  title,
  screenOnly,
  children,
}: {
  title: string;
  /** Not on paper: what a pick list does not need. */
  screenOnly?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={`min-w-0 ${screenOnly ? 'print:hidden' : ''}`}>
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </section>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="figures min-w-0 break-words">{children}</dd>
    </>
  );
}
