/** Renders the coming holidays that have no special hours yet: one press closes the day, nothing is set by itself. */
import { Form, Link, useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';

export type ProposedHoliday = {
  /** yyyy-mm-dd */
  date: string;
  name: string;
  /** 'Closed on Thanksgiving, Nov 26, 2026?' */
  question: string;
  /** The form's texts of a day without special hours, for the comparison after a stale save. */
  base: Readonly<Record<string, string>>;
};

/** More are a press away: most stores decide a season at a time. */
const SHOWN = 4;

export function HolidayProposals({
  holidays,
  version,
  path,
}: {
  holidays: readonly ProposedHoliday[];
  version: number;
  path: string;
}) {
  if (holidays.length === 0) return null;
  const list = (part: readonly ProposedHoliday[]) => (
    <ul className="divide-y divide-line border-y border-line">
      {part.map((holiday) => (
        <Proposal key={holiday.date} holiday={holiday} version={version} path={path} />
      ))}
    </ul>
  );
  const later = holidays.slice(SHOWN);
  return (
    <section aria-labelledby="holidays" className="mt-8 max-w-3xl">
      <h2 id="holidays" className="text-xl">
        Upcoming holidays
      </h2>
      <p className="mt-1 mb-3 text-ink-soft">Your usual hours apply until you change them.</p>
      {list(holidays.slice(0, SHOWN))}
      {later.length > 0 ? (
        <details className="mt-2">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-spruce-700 underline underline-offset-4">
            {later.length === 1 ? '1 more in the next year' : `${later.length} more in the next year`}
          </summary>
          {list(later)}
        </details>
      ) : null}
    </section>
  );
}

type ProposalProps = { holiday: ProposedHoliday; version: number; path: string };

function Proposal({ holiday: { date, name, question, base }, version, path }: ProposalProps) {
  const { formData } = useNavigation();
  const isBusy = formData?.get('day') === date && formData.get('kind') === 'closed';
  const at = `${path}?month=${date.slice(0, 7)}&day=${date}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <span className="min-w-[min(14rem,100%)] flex-1">{question}</span>
      <Form method="post" action={at} preventScrollReset>
        <input type="hidden" name="day" value={date} />
        <input type="hidden" name="kind" value="closed" />
        <input type="hidden" name="note" value={name} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="base" value={JSON.stringify(base)} />
        <Button
          type="submit"
          rank="secondary"
          size="small"
          className="min-h-11"
          busy={isBusy}
          busyText="Saving…"
        >
          Close<span className="sr-only"> on {name}</span>
        </Button>
      </Form>
      <Link
        to={`${at}#day`}
        className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
      >
        Other hours<span className="sr-only"> on {name}</span>
      </Link>
    </li>
  );
}
