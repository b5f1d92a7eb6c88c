/** Renders whether this tablet is ready for a lost network, and the way to the set-up of its scanner. */
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { onProfileChange, ownProfile } from '#core/sales/orders/scan/own-profile.ts';
import { ReadinessLine } from '../network/readiness-line.tsx';

export function TabletLine() {
  const isKnown = useSyncExternalStore(
    onProfileChange,
    () => ownProfile() !== null,
    () => true,
  );
  return (
    <div className="flex flex-wrap items-center gap-x-8 text-sm noscript:hidden">
      <ReadinessLine />
      <Link to="/counter/scanner" className="inline-flex min-h-11 items-center underline underline-offset-4">
        {isKnown ? 'Scanner' : 'Set up this tablet’s scanner'}
      </Link>
    </div>
  );
}
