/** Renders the pickup pass: large enough to scan from a phone, and printed in black on white. */
import type { PickupPass as Pass } from '#core/sales/orders/hand-over/pickup-pass.ts';

/** @param isClosed the farm is closed at the pickup time */
export function PickupPass({ pass, isClosed = false }: { pass: Pass; isClosed?: boolean }) {
  const { size, path } = pass.qr;
  return (
    <section
      aria-labelledby="pass-heading"
      className="rounded-surface bg-surface p-5 text-center inset-ring inset-ring-line sm:p-6 print:p-0 print:inset-ring-0"
    >
      <h2 id="pass-heading" className="text-xl print:text-base">
        Pickup pass
      </h2>
      {/* Black on white in every theme, because scanners need it. */}
      <svg
        role="img"
        aria-label={`QR code of your pickup pass, ${pass.code}`}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="mx-auto mt-3 block aspect-square w-full max-w-60 print:mt-0 print:max-w-36"
      >
        <path fill="#ffffff" d={`M0 0h${size}v${size}h-${size}z`} />
        <path fill="#000000" d={path} />
      </svg>
      <p className="figures mt-2 text-lg font-semibold">{pass.code}</p>
      {isClosed ? (
        <p className="mt-1 text-sm font-medium text-clay-700">We are closed at your pickup time.</p>
      ) : (
        <p className="mt-1 text-sm text-ink-soft print:hidden">Show this pass at the counter.</p>
      )}
    </section>
  );
}
