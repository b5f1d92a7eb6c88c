/** Renders the frame of a shared tablet that no one works on. */
import type { ReactNode } from 'react';
import { FlashMessage } from '#core/ground/frame/flash-message.tsx';
import { NothingScanned } from '#core/sales/orders/scan/ui/nothing-scanned.tsx';
import type { Flash } from '#platform/requests/flash.ts';
import { ToastProvider } from '#ui/toast.tsx';
import { useSound, warn } from '../kit/shift-sound.ts';

export function TabletFrame({
  farmName,
  flash,
  children,
}: {
  farmName: string;
  flash: Flash | null;
  children: ReactNode;
}) {
  useSound();
  return (
    <ToastProvider side="end">
      <NothingScanned onScan={warn} />
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <div className="min-h-dvh bg-paper text-base">
        <header className="flex min-h-11 items-center gap-x-4 bg-spruce-900 px-4 text-sm text-white">
          <span className="font-display text-xl">Counter</span>
          <span className="text-white/85">{farmName}</span>
        </header>
        <main id="content" className="mx-auto max-w-2xl px-4 py-6">
          <FlashMessage flash={flash} className="mb-4" />
          {children}
        </main>
      </div>
    </ToastProvider>
  );
}
