/**
 * Renders a pickup time: the weekday on a line of its own unless `inline`, the date and the times, each of which stays on
 * one line on any screen.
 */
export function PickupTime({
  weekday,
  starts,
  ends,
  inline = false,
}: {
  weekday: string;
  starts: string;
  ends: string | null;
  inline?: boolean;
}) {
  // 'Nov 7, 2026 2:00 PM'
  const [, day = starts, time = ''] = /^(.+, \d{4}) (.+)$/.exec(starts) ?? [];
  return (
    <>
      {inline ? `${weekday}, ` : <span className="block">{weekday}</span>}
      <span className="inline-block">{day}</span>{' '}
      <span className="inline-block">
        {time}
        {ends ? ` – ${ends}` : ''}
      </span>
    </>
  );
}
