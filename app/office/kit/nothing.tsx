/** Renders that a section or a list has no entries, on the ground that empty tables have. */
import type { ReactNode } from 'react';

export function Nothing({ children }: { children: ReactNode }) {
  return <p className="rounded-control bg-cream px-4 py-6 text-center text-ink-soft">{children}</p>;
}
