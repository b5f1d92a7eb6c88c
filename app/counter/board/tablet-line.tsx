/** Renders whether this tablet is ready for a lost network, and the ways to the set-up of its scanner and its printer. */
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { onProfileChange, ownProfile } from '#core/sales/orders/scan/own-profile.ts';
import { ReadinessLine } from '../network/readiness-line.tsx';

const link = 'inline-flex min-h-11 items-center underline underline-offset-4';

export function TabletLine() {
  const isKnown = useSyncExternalStore(
    onProfileChange,
    () => ownProfile() !== null,
    () => true,
  );
  return (
    <div className="flex flex-wrap items-center gap-x-8 text-sm noscript:hidden">
      <ReadinessLine />
      <Link to="/counter/printer" className={link}>
        Printer
      </Link>
      {/* Last: it is longer on a tablet that has not learned its scanner, and moves nothing then. */}
      <Link to="/counter/scanner" className={link}>
        {isKnown ? 'Scanner' : 'Set up this tablet’s scanner'}
      </Link>
    </div>
  );
}
