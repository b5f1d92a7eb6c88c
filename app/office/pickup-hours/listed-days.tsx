/** Renders days with special hours, future and past, each with a link to edit it. */
import { Link } from 'react-router';

type ListedDay = { date: string; label: string; words: string };

export function Listed({ coming, over }: { coming: readonly ListedDay[]; over: readonly ListedDay[] }) {
  return (
    <section aria-labelledby="coming" className="mt-10">
      <h2 id="coming" className="text-xl">
        Upcoming days
      </h2>
      {coming.length > 0 ? (
        <Days days={coming} />
      ) : (
        <p className="mt-2 text-ink-soft">No special hours ahead.</p>
      )}
      {over.length > 0 ? (
        <details className="mt-4">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-spruce-700 underline underline-offset-4">
            {over.length === 1 ? '1 past day' : `${over.length} past days`}
          </summary>
          <Days days={over} />
        </details>
      ) : null}
    </section>
  );
}

function Days({ days }: { days: readonly ListedDay[] }) {
  return (
    <ul className="mt-2">
      {days.map(({ date, label, words }) => (
        <li key={date}>
          <Link
            to={`/admin/settings/exceptions?month=${date.slice(0, 7)}&day=${date}#day`}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            <span className="figures">{label}</span>
          </Link>
          : {words}
        </li>
      ))}
    </ul>
  );
}
