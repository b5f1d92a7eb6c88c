/** When to come, as people read it: the weekday, the day and the times, each on one line however narrow the screen. */
export function PickupTime({
  weekday,
  starts,
  ends,
}: {
  weekday: string;
  starts: string;
  ends: string | null;
}) {
  // 'Nov 7, 2026 2:00 PM'
  const [, day = starts, time = ''] = /^(.+, \d{4}) (.+)$/.exec(starts) ?? [];
  return (
    <>
      <span className="block">{weekday}</span>
      <span className="inline-block">{day}</span>{' '}
      <span className="inline-block">
        {time}
        {ends ? ` – ${ends}` : ''}
      </span>
    </>
  );
}
