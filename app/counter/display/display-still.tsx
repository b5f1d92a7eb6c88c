/** Renders what a screen for customers shows while it has nothing to show: its code, the mark, or that it has to wait. */
import { CODE_MINUTES, shownCode } from '#core/sales/displays/display.ts';
import { Mark } from '#ui/mark.tsx';

const middle = 'grid min-h-dvh place-content-center justify-items-center gap-6 p-6 text-center';

export function CodeView({ code }: { code: string }) {
  return (
    <div className={middle}>
      <Mark className="size-16" />
      <p className="text-lg">To pair this screen, open Registers at the counter and type</p>
      <p className="figures font-display text-6xl tracking-wide max-sm:text-4xl">{shownCode(code)}</p>
      <p className="text-ink-soft">A new code comes every {CODE_MINUTES} minutes.</p>
    </div>
  );
}

export function IdleView({ farm }: { farm: string }) {
  return (
    <div className={`${middle} bg-spruce-900 text-white`}>
      <Mark className="size-40 max-sm:size-28" onDark />
      <p className="font-display text-4xl wrap-anywhere max-sm:text-3xl">{farm}</p>
    </div>
  );
}

/** Also while the network is away: whatever was shown before may no longer be so. */
export function WaitView() {
  return (
    <div className={`${middle} bg-spruce-900 text-white`}>
      <Mark className="size-40 max-sm:size-28" onDark />
      <p className="text-xl">One moment, please.</p>
    </div>
  );
}
