/** Shows what the back office finds for a few letters or a number: the same as the palette, also without scripts. */
import { useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { FEWEST_LETTERS, LONGEST_QUERY, readQuery } from '../kit/admin-search.ts';
import type { Route } from './+types/search.page';
import { searchBackOffice } from './admin-search-queries.server.ts';
import { FoundGroups } from './found-groups.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'backoffice.enter', request);
  const given = new URL(request.url).searchParams.get('q');
  return { query: readQuery(given), groups: await searchBackOffice(actor, given) };
}

export const meta: Route.MetaFunction = () => [{ title: 'Search · Admin' }];

export default function Search({ loaderData }: Route.ComponentProps) {
  const { query, groups } = loaderData;
  const isBusy = useNavigation().location?.pathname === '/admin/search';
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (query === '') field.current?.focus();
  }, [query]);
  return (
    <>
      <h1 className="mb-4 text-2xl">Search</h1>
      <search>
        <Form key={query} method="get" className="mb-6 flex max-w-xl flex-wrap items-end gap-3">
          <Field
            label="Order or batch number, pickup pass, customer or product"
            name="q"
            ref={field}
            type="search"
            // A search needs no '(optional)'.
            required
            maxLength={LONGEST_QUERY}
            defaultValue={query}
            autoComplete="off"
            className="min-w-[min(13rem,100%)] flex-1"
          />
          <Button type="submit" busy={isBusy} busyText="Searching…">
            Search
          </Button>
        </Form>
      </search>
      <p role="status" className={groups.length > 0 ? 'sr-only' : 'text-ink-soft'}>
        {said(query, groups.flatMap(({ rows }) => rows).length)}
      </p>
      <FoundGroups groups={groups} />
    </>
  );
}

function said(query: string, many: number): string {
  if (query === '') return 'Type an order number, a batch number, a pickup pass, or a part of a name.';
  if (many > 0) return `${many} found for “${query}”.`;
  return query.length < FEWEST_LETTERS
    ? `Nothing found for “${query}”. Names need ${FEWEST_LETTERS} letters or more.`
    : `Nothing found for “${query}”. Try an order or batch number, an email address, or a part of a name.`;
}
