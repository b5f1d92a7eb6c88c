/** The way to an address. The one place that knows where directions come from. */
import type { ReactNode } from 'react';

/** A route from where somebody is; on a phone its map opens. */
export function directionsHref(address: string): string {
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: address })}`;
}

/** The address itself, unless other words stand for it. Opens beside the shop, which is told to nobody. */
export function DirectionsLink({
  address,
  className = 'underline underline-offset-4',
  children,
}: {
  /** On one line. */
  address: string;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <a href={directionsHref(address)} target="_blank" rel="noopener noreferrer" className={className}>
      {children ?? address}
      <span className="sr-only">
        {children ? ' (opens in a new tab)' : ' (directions, opens in a new tab)'}
      </span>
    </a>
  );
}
