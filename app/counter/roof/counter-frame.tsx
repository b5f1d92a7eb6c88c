/** Renders the frame around counter pages: who is signed in, the way to the back office, sign-out. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { OutageBanner } from '#core/goods/stock/outage/open-outage-queries.server.ts';
import { FlashMessage } from '#core/ground/frame/flash-message.tsx';
import { NothingScanned } from '#core/sales/orders/scan/ui/nothing-scanned.tsx';
import type { Flash } from '#platform/requests/flash.ts';
import { ToastProvider } from '#ui/toast.tsx';
import { useSound, warn } from '../kit/shift-sound.ts';
import { OfflineBar } from '../network/offline-bar.tsx';
import { PrintsHere } from '../printer/prints-here.tsx';
import { Lock } from './lock.tsx';
import { OutageNotice } from './outage-notice.tsx';
import { SignOut } from './sign-out.tsx';

type Props = {
  farmName: string;
  /** Who is signed in. */
  userId: string;
  name: string;
  /** The store's time zone. */
  zone: string;
  /** Of a session by PIN, which ends after this many minutes without a touch or a key; null for a sign-in. */
  idleMinutes: number | null;
  outage: OutageBanner | null;
  flash: Flash | null;
};

const item =
  'inline-flex min-h-11 items-center rounded-control px-3 whitespace-nowrap hover:bg-white/10 max-lg:px-2 max-sm:px-1.5';

export function CounterFrame({
  farmName,
  userId,
  name,
  zone,
  idleMinutes,
  outage,
  flash,
  children,
}: Props & { children: ReactNode }) {
  useSound();
  return (
    <ToastProvider side="end">
      {/* First, so that a page's own reader comes after it. */}
      <NothingScanned onScan={warn} />
      <PrintsHere />
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <div className="min-h-dvh bg-paper text-base">
        <header className="flex max-md:flex-wrap items-center gap-x-2 bg-spruce-900 max-sm:gap-x-0.5 px-4 text-sm text-white print:hidden">
          <Link to="/counter" className={`-ml-3 font-display text-xl max-lg:-ml-2 ${item}`}>
            Counter
          </Link>
          <span className="text-white/85 max-lg:hidden">{farmName}</span>
          <span className="flex min-w-0 grow basis-0 items-center justify-end">
            <span className="truncate text-white/85">{name}</span>
            <Link to="/counter/switch" className={`shrink-0 ${item}`}>
              Switch
            </Link>
          </span>
          <div className="flex items-center max-md:-mx-2 max-sm:-mx-1.5 max-md:grow max-md:basis-full max-md:flex-wrap md:shrink-0 lg:gap-x-1">
            <Link to="/counter/walk-in" className={item}>
              Walk-in
            </Link>
            <Link to="/counter/cash" className={item}>
              Cash
            </Link>
            <Link to="/counter/end-of-day" className={item}>
              End of day
            </Link>
            <Link to="/admin/dashboard" className={item}>
              Back office
            </Link>
            {idleMinutes === null ? (
              <SignOut viewer={userId} className={`md:-mr-2 lg:-mr-3 ${item}`} />
            ) : (
              <Lock idleMinutes={idleMinutes} className={`md:-mr-2 lg:-mr-3 ${item}`} />
            )}
          </div>
        </header>
        <main id="content" className="p-4">
          <OfflineBar viewer={userId} byPin={idleMinutes !== null} zone={zone} />
          {outage ? <OutageNotice outage={outage} zone={zone} /> : null}
          <FlashMessage flash={flash} className="mb-4" />
          {children}
        </main>
      </div>
    </ToastProvider>
  );
}
