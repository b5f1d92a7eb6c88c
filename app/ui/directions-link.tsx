/** Renders a link to directions for an address. The only place that knows the maps provider. */
import type { ReactNode } from 'react';

/** A route from the visitor's location; on a phone it opens the map app. */
export function directionsHref(address: string): string {
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: address })}`;
}

/** Shows the address itself unless other text is given. Opens in a new tab and sends no referrer. */
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
