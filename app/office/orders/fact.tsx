/** Renders a fact about an order, as name and value. */
import type { ReactNode } from 'react';

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="figures min-w-0 break-words">{children}</dd>
    </>
  );
}
