/** Renders 'Nov 21, 2026 3:42 PM', which may only wrap before the time; 'Nov 21 3:42 PM' `without` that year. */
export function Moment({
  text,
  without,
  className = 'sm:whitespace-nowrap',
}: {
  text: string;
  without?: number;
  className?: string;
}) {
  const [, date = text, time = ''] = /^(.+ \d{4}) (.+)$/.exec(text) ?? [];
  return (
    <span className="figures">
      <span className={className}>{without ? date.replace(`, ${without}`, '') : date}</span>{' '}
      <span className={className}>{time}</span>
    </span>
  );
}
