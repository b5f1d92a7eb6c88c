/** All recalls and exercises, past ones included. */
import { Form } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { ListPage } from '#office/kit/list-view.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/recalls.page';
import { recallColumns } from './recall-columns.tsx';
import { recallList } from './recall-list.ts';
import { readRecalls } from './recall-list-queries.server.ts';

const PATH = '/admin/recalls';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.see', request);
  const state = recallList.parse(new URL(request.url).searchParams);
  const page = await readRecalls(actor, state, (await storeClock()).zone);
  if (!page) throw new Response(null, { status: 404 });
  return { state, page, mayManage: may(actor, 'inventory.manage') };
}

export const meta: Route.MetaFunction = () => [{ title: 'Recalls · Admin' }];

export default function Recalls({ loaderData }: Route.ComponentProps) {
  useLive(['recalls']);
  return (
    <ListPage
      title="Recalls"
      path={PATH}
      list={recallList}
      shown={loaderData}
      actions={
        loaderData.mayManage ? (
          <span className="flex flex-wrap gap-3">
            <ButtonLink to={`${PATH}/new`}>New recall</ButtonLink>
            <ButtonLink to={`${PATH}/new?exercise=yes`} rank="secondary">
              Mock recall
            </ButtonLink>
          </span>
        ) : null
      }
      above={
        <search>
          <p className="mb-3 text-ink-soft">
            See who has a batch. Sales of the lot can be stopped there at once.
          </p>
          <Form action="/admin/search" className="mb-6 flex max-w-xl flex-wrap items-end gap-3">
            <Field
              label="Batch number"
              name="q"
              type="search"
              // A search needs no '(optional)'.
              required
              autoComplete="off"
              className="min-w-[min(13rem,100%)] flex-1"
            />
            <Button type="submit" rank="secondary">
              Search
            </Button>
          </Form>
        </search>
      }
      table={{ caption: 'Recalls', columns: recallColumns, rowKey: (line) => line.id }}
      words={{
        unmatched: 'No recalls match these filters.',
        all: 'Show all recalls',
        none: 'No recalls yet.',
      }}
    />
  );
}
