/** Lists the dates that are done. */
import { DateLine } from './date-line.tsx';
import type { StoreDateLine } from './store-dates-queries.server.ts';

export function DoneDates({ dates }: { dates: readonly StoreDateLine[] }) {
  return (
    <section aria-labelledby="done" className="mt-12 border-t border-line pt-8">
      <h2 id="done" className="mb-3 text-xl">
        Done
      </h2>
      <ul className="divide-y divide-line">
        {dates.map((date) => (
          <DateLine key={date.id} date={date} />
        ))}
      </ul>
    </section>
  );
}
