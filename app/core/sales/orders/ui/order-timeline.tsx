/** Renders an order's timeline. */
import type { OrderMoment } from '../order-timeline.ts';

export function OrderTimeline({ moments }: { moments: readonly OrderMoment[] }) {
  return (
    <ol className="ml-1.5 border-l-2 border-line">
      {moments.map(({ label, at, detail }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: moments are never reordered, and one minute may hold two alike
          key={index}
          className="relative flex flex-wrap gap-x-4 py-1 pl-5"
        >
          <span
            aria-hidden="true"
            className="absolute top-2.5 -left-1.75 size-3 rounded-pill border-2 border-paper bg-spruce-500"
          />
          <span className="min-w-[min(10rem,100%)] font-medium">
            {label}
            {detail ? <span className="figures font-normal"> {detail}</span> : null}
          </span>
          <span className="figures text-ink-soft">{at}</span>
        </li>
      ))}
    </ol>
  );
}
