/** Renders the days with special hours and why, above every page and beside the pickup times. */
import type { AnnouncedDays } from '#core/sales/pickup/announced-days.ts';
import { Notice } from '#ui/notice.tsx';

export function Announced({
  announced,
  className = 'shell pt-4 print:hidden',
}: {
  announced: readonly AnnouncedDays[];
  className?: string;
}) {
  if (announced.length === 0) return null;
  return (
    <div className={className}>
      <Notice tone="caution">
        {announced.map(({ days, hours, reason }) => (
          <p key={`${days} ${reason}`} className="wrap-anywhere">
            <strong className="font-semibold">
              {days}: {hours === 'Closed' ? 'closed' : `open ${hours}`}.
            </strong>{' '}
            {reason}
          </p>
        ))}
      </Notice>
    </div>
  );
}
