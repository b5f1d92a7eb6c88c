/** Renders the frame around every page of the shop: gate, bars, header, page, footer. */
import type { ReactNode } from 'react';
import { FlashMessage } from '#core/ground/frame/flash-message.tsx';
import { RehearsalBanner } from '#core/running/rehearsals/ui/rehearsal-banner.tsx';
import { Announced } from '#shop/kit/announced.tsx';
import type { ShellData } from '#shop/kit/shell-data.ts';
import { RenewPush } from '#shop/notifications/renew-push.tsx';
import { LeaveRecent } from '#shop/recently-viewed/leave-recent.tsx';
import { CachedPart } from '#ui/cached-part.tsx';
import { Notice } from '#ui/notice.tsx';
import { ToastProvider } from '#ui/toast.tsx';
import { AgeGate } from './age-gate.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { PendingBar } from './pending-bar.tsx';
import { SaveOfflineCopy } from './save-offline-copy.tsx';
import { SignInPlace } from './sign-in.tsx';
import { GoToAdmin } from './signed-in.tsx';
import { TopBars } from './top-bars.tsx';

export function Shell({ data, children }: { data: ShellData; children: ReactNode }) {
  const { store, visitor } = data;
  const userId = visitor?.userId ?? null;
  if (!data.isOpen) return <BareShell data={data}>{children}</BareShell>;
  return (
    <ToastProvider>
      <AgeGate store={store} days={data.ageGateDays} />
      <div data-shop className="flex min-h-dvh flex-col">
        <SignInPlace providers={data.providers}>
          <a href="#content" className="skip-link">
            Skip to content
          </a>
          <PendingBar />
          <RenewPush visitor={visitor} />
          <SaveOfflineCopy />
          <LeaveRecent userId={userId} />
          <CachedPart className="print:hidden" name="top-bars" part={TopBars} by={{ store }} />
          <Header store={store} visitor={visitor} cartLines={data.cartLines} />
          <main id="content" tabIndex={-1} className="grow outline-none">
            <FlashMessage flash={data.flash} className="shell pt-4" />
            <Announced announced={data.announced} />
            <Rehearsal data={data} />
            {data.pause ? (
              <div className="shell pt-4 print:hidden">
                <Notice tone="caution">{data.pause}</Notice>
              </div>
            ) : null}
            {children}
          </main>
          <Footer data={data} />
          {visitor?.mayEnterBackOffice ? <GoToAdmin /> : null}
        </SignInPlace>
      </div>
    </ToastProvider>
  );
}

function Rehearsal({ data: { rehearsal, visitor } }: { data: ShellData }) {
  return rehearsal === null ? null : (
    <div className="shell pt-4">
      <RehearsalBanner since={rehearsal} mayEnd={visitor?.mayEnterBackOffice === true} />
    </div>
  );
}

/** Around the sign-in of owner and staff before the shop opens. */
function BareShell({ data, children }: { data: ShellData; children: ReactNode }) {
  return (
    <ToastProvider>
      <SignInPlace providers={data.providers}>
        <PendingBar />
        <main id="content" tabIndex={-1} className="min-h-dvh outline-none">
          <FlashMessage flash={data.flash} className="shell pt-4" />
          <Rehearsal data={data} />
          {children}
        </main>
      </SignInPlace>
    </ToastProvider>
  );
}
