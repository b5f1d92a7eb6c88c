/** Renders one date of the list, with a button that marks it as done. */
import { Form, Link } from 'react-router';
import { repeatWords } from '#core/records/dates/store-date.ts';
import { Button } from '#ui/button.tsx';
import type { StoreDateLine } from './store-dates-queries.server.ts';

export function DateLine({ date }: { date: StoreDateLine }) {
  const action = date.isDone ? 'Mark as not done' : 'Done';
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <Link
          to={`/admin/settings/dates/${date.id}`}
          className="inline-flex min-h-11 items-center font-medium wrap-anywhere text-spruce-700 underline underline-offset-4"
        >
          {date.title}
        </Link>
        <p
          className={`figures ${date.isOverdue && !date.isDone ? 'font-medium text-clay-700' : 'text-ink-soft'}`}
        >
          {date.due}
          {date.isDone ? null : date.isOverdue ? `, overdue: ${date.away}` : `, ${date.away}`}
          {date.repeat === 'never' ? null : ` · ${repeatWords[date.repeat].toLowerCase()}`}
        </p>
        {date.note === '' ? null : (
          <p className="whitespace-pre-line wrap-anywhere text-ink-soft">{date.note}</p>
        )}
      </div>
      <Form method="post">
        <input type="hidden" name="id" value={date.id} />
        <Button
          type="submit"
          name="intent"
          value={date.isDone ? 'not-done' : 'done'}
          rank="secondary"
          size="small"
          aria-label={`${action}: ${date.title}`}
          className="min-h-11"
        >
          {action}
        </Button>
      </Form>
    </li>
  );
}
