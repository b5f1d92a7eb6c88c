/** Renders the cash desk while no drawer is open: how the last one ended, and the form that opens the next. */
import { Link, useNavigation } from 'react-router';
import { drawerName, varianceWords } from '#core/sales/cash-desk/drawer.ts';
import type { ClosedSession } from '#core/sales/cash-desk/drawer-queries.server.ts';
import { cents, formatCents } from '#kernel/money.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { Button } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { CountFields } from './count-fields.tsx';

export function NoDrawer({
  last,
  attempt,
  answer,
}: {
  last: ClosedSession | null;
  attempt: string;
  answer: FormRefusal | undefined;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'open';
  return (
    <>
      <h1 className="mb-2 text-2xl">No drawer is open</h1>
      {last ? <LastDrawer last={last} /> : null}
      <p className="measure mb-5 text-ink-soft">
        Count the float and open the drawer. Cash taken before is listed separately in today’s report.
      </p>
      <CheckedForm refusal={answer} className="flex max-w-xl flex-col gap-5">
        <input type="hidden" name="intent" value="open" />
        <input type="hidden" name="key" value={answer?.values.key ?? attempt} />
        <CountFields
          refusal={answer}
          label="Float"
          proposed={last?.float}
          hint={
            last
              ? 'Proposed: the float of the last drawer. Count it before you open.'
              : 'The cash in the drawer before the first sale. 0 for an empty drawer.'
          }
        />
        <Button
          type="submit"
          size="large"
          busy={isBusy}
          busyText="Opening…"
          className="min-h-14 self-start text-lg"
        >
          Open the drawer
        </Button>
      </CheckedForm>
    </>
  );
}

const way = 'inline-flex min-h-12 items-center font-medium text-spruce-700 underline underline-offset-4';

function LastDrawer({ last: { number, by, at, result, isOwnToday } }: { last: ClosedSession }) {
  const money = (amount: number) => formatCents(cents(amount));
  return (
    <section aria-label="The last drawer" className="mb-5 rounded-surface bg-cream px-5 py-4">
      <p className="figures">
        {by} closed {drawerName(number).toLowerCase()} on {at}.
      </p>
      {result ? (
        <p className="figures mt-1">
          <strong className="text-lg font-semibold">{varianceWords(result.counted - result.expected)}</strong>
          <span className="text-ink-soft">
            {' '}
            · {money(result.counted)} counted, {money(result.expected)} expected
          </span>
        </p>
      ) : null}
      {isOwnToday ? (
        <p className="mt-1 flex flex-wrap gap-x-6">
          <Link to="/counter/end-of-day" className={way}>
            End of day
          </Link>
          <a href="/counter/cash/report.pdf" className={way}>
            Today’s report (PDF)
          </a>
        </p>
      ) : null}
    </section>
  );
}
