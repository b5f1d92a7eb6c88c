/** What people at work did on a day, beside what is usual; what stands out comes first. */
import { Form, Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { daysBefore, WEEK } from '#core/records/conduct/conduct.ts';
import { readConduct } from '#core/records/conduct/conduct-queries.server.ts';
import { formatDate, parseDate } from '#kernel/time.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import type { Route } from './+types/what-went-on.page';
import { PersonActs } from './person-acts.tsx';
import { presentConduct } from './present-conduct.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'audit.read', request);
  const { today, zone } = await storeClock();
  const asked = parseDate(new URL(request.url).searchParams.get('day') ?? '');
  const day = asked && asked.since(today).sign <= 0 ? asked : today;
  const conduct = await readConduct(actor, day, zone);
  if (!conduct) throw new Response(null, { status: 404 });
  return {
    day: day.toString(),
    label: day.equals(today) ? `today, ${formatDate(day)}` : formatDate(day),
    today: today.toString(),
    before: day.subtract({ days: 1 }).toString(),
    after: day.equals(today) ? null : day.add({ days: 1 }).toString(),
    people: presentConduct(conduct, day.toString(), daysBefore(day.toString(), WEEK)),
  };
}

export const meta: Route.MetaFunction = () => [{ title: 'What Went On · Admin' }];

const link = 'inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4';

export default function WhatWentOn({ loaderData }: Route.ComponentProps) {
  const { day, label, today, before, after, people } = loaderData;
  return (
    <>
      <h1 className="text-2xl">What Went On</h1>
      <p className="measure mt-1 mb-4 text-ink-soft">
        Money given back, cash, stock and prices, by person. What is usual is a day’s mean of the others in
        the eight weeks before; what is far above it stands out.
      </p>
      <search>
        <Form method="get" aria-label="Day" className="flex flex-wrap items-end gap-3">
          <Field key={day} type="date" name="day" label="Day" required max={today} defaultValue={day} />
          <Button type="submit" rank="secondary">
            Apply
          </Button>
        </Form>
      </search>
      <p className="mt-2 mb-5 flex flex-wrap gap-x-5">
        <Link to={`?day=${before}`} className={link}>
          Day before
        </Link>
        {after ? (
          <Link to={`?day=${after}`} className={link}>
            Day after
          </Link>
        ) : null}
      </p>
      {people.length === 0 ? (
        <p role="status" className="max-w-4xl rounded-control bg-cream px-4 py-8 text-center text-ink-soft">
          Nothing of this kind {label.startsWith('today') ? label : `on ${label}`}.
        </p>
      ) : (
        <div className="grid max-w-4xl gap-8">
          {people.map((person) => (
            <PersonActs key={person.personId} {...person} />
          ))}
        </div>
      )}
    </>
  );
}
