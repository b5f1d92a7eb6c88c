/** Renders facts as names and values. */
import type { ReactNode } from 'react';

export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] min-[18rem]:grid-cols-[6rem_minmax(0,1fr)] sm:grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-3 sm:gap-x-4 gap-y-1.5">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="figures min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
