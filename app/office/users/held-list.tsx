/** Renders what a person at work holds, by kind; on the page of leaving with what becomes of it. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PresentedHeld } from './held-words.ts';

type Props = {
  held: readonly PresentedHeld[];
  /** Below each kind: what becomes of it, and what is asked about it. */
  below?: (of: PresentedHeld) => ReactNode;
};

export function HeldList({ held, below }: Props) {
  return (
    <ul className="divide-y divide-line rounded-surface bg-surface inset-ring inset-ring-line">
      {held.map((of) => (
        <li key={of.kind} className="px-4 py-2">
          <div className="flex flex-wrap items-center justify-between gap-x-6">
            <p className="font-medium">{of.title}</p>
            <ul className="flex flex-wrap gap-x-5">
              {of.things.map(({ id, name, to }) => (
                <li key={id} className="min-w-0 wrap-anywhere">
                  {to ? (
                    <Link
                      to={to}
                      className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
                    >
                      {name}
                    </Link>
                  ) : (
                    <span className="inline-flex min-h-11 items-center">{name}</span>
                  )}
                </li>
              ))}
            </ul>
          </div>
          {below?.(of)}
        </li>
      ))}
    </ul>
  );
}
