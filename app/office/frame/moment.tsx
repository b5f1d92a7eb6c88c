/** Renders 'Nov 21, 2026 3:42 PM', which may only wrap before the time. */
export function Moment({ text, className = 'sm:whitespace-nowrap' }: { text: string; className?: string }) {
  const [, date = text, time = ''] = /^(.+ \d{4}) (.+)$/.exec(text) ?? [];
  return (
    <span className="figures">
      <span className={className}>{date}</span> <span className={className}>{time}</span>
    </span>
  );
}
