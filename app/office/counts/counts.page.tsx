/** Counts: start one of a category, go on with an open one, look at past ones. */
import { Form, Link, useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readCategories } from '#core/goods/catalogue/categories-queries.server.ts';
import { readSheets } from '#core/goods/counts/counts-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { Nothing } from '#office/kit/nothing.tsx';
import { requestForm } from '#platform/requests/request-body.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/counts.page';
import { answerStart } from './answer-count.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const [categories, sheets] = await Promise.all([
    readCategories(),
    storeClock().then(({ zone }) => readSheets(actor, zone)),
  ]);
  return { categories: categories.map(({ id, name }) => ({ id, name })), sheets };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  return answerStart(actor, await requestForm(request));
}

export const meta: Route.MetaFunction = () => [{ title: 'Counts · Admin' }];

export default function Counts({ loaderData, actionData }: Route.ComponentProps) {
  const { categories, sheets } = loaderData;
  const answer = useAnswer(actionData);
  const isBusy = useNavigation().formMethod === 'POST';
  useLive(['inventory']);
  return (
    <div className="max-w-4xl">
      <BackLink to="/admin/lots" label="Lots" />
      <h1 className="mb-6 text-2xl">Counts</h1>
      {answer ? <Notice tone="error" title={answer.message} className="mb-5" /> : null}
      <Form method="post" className="mb-8 flex flex-wrap items-end gap-3">
        <SelectField
          label="Category"
          name="category"
          defaultValue={answer?.category}
          className="w-full sm:w-72"
        >
          <option value="">All categories</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <Button type="submit" busy={isBusy} busyText="Starting…">
          Start count
        </Button>
      </Form>
      {sheets.length === 0 ? (
        <Nothing>No counts yet.</Nothing>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {sheets.map((sheet) => (
            <li key={sheet.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
              <Link
                to={`/admin/counts/${sheet.id}`}
                className="inline-flex min-h-11 items-center font-medium text-spruce-700 underline underline-offset-4"
              >
                Count {sheet.id}: {sheet.title}
              </Link>
              <StatusBadge tone={sheet.closedAt ? 'plain' : 'green'}>
                {sheet.closedAt ? 'Closed' : 'Open'}
              </StatusBadge>
              <span className="figures text-ink-soft">
                {sheet.counted} of {sheet.lots} lots counted
                {sheet.differs > 0 ? ` · ${sheet.differs} to approve` : ''} · {sheet.startedByName},{' '}
                {sheet.startedAt}
                {sheet.closedAt ? ` · closed by ${sheet.closedByName}, ${sheet.closedAt}` : ''}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
