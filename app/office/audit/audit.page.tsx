/** The audit log: who did what, to what, the values before and after, and why. */
import { Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { auditList } from '#core/ground/audit/audit-list.ts';
import { readAudit } from '#core/ground/audit/audit-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { ListPage } from '#office/kit/list-view.tsx';
import { readHiddenColumns } from '#office/saved-views/list-columns-queries.server.ts';
import type { Column } from '#ui/data-table/data-table.tsx';
import { ExportLink } from '#ui/data-table/export-link.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import type { Route } from './+types/audit.page';
import { Changes } from './history.tsx';
import { inWords, type WordedLine } from './history-queries.server.ts';

const PATH = '/admin/audit';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'audit.read', request);
  const state = auditList.parse(new URL(request.url).searchParams);
  const page = await readAudit(actor, state, (await storeClock()).zone);
  if (!page) throw new Response(null, { status: 404 });
  return {
    state,
    page: { ...page, rows: await inWords(page.rows) },
    hidden: await readHiddenColumns(actor, auditList.name),
  };
}

export const meta: Route.MetaFunction = () => [{ title: 'Audit Log · Admin' }];

function About({ line: { about, at } }: { line: WordedLine }) {
  if (!about.to) return about.text;
  return (
    <Link
      to={about.to}
      className="inline-flex min-h-11 min-w-32 items-center text-spruce-700 underline underline-offset-4"
    >
      {about.text}
      <span className="sr-only">, {at}</span>
    </Link>
  );
}

const columns: readonly Column<WordedLine, 'at'>[] = [
  {
    head: 'When',
    sort: 'at',
    cell: (line) => <span className="figures inline-block min-w-20 xl:whitespace-nowrap">{line.at}</span>,
  },
  {
    head: 'Who',
    cell: (line) => (
      <span className="inline-block min-w-22">
        {line.who ?? 'The shop'}
        {line.email ? <EmailAddress className="block text-ink-soft">{line.email}</EmailAddress> : null}
      </span>
    ),
  },
  {
    head: 'What',
    primary: true,
    cell: (line) => <span className="inline-block min-w-24 font-medium">{line.what}</span>,
  },
  { head: 'About', cell: (line) => <About line={line} /> },
  { head: 'Changes', cell: (line) => <Changes line={line} /> },
];

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { state } = loaderData;
  return (
    <ListPage
      title="Audit Log"
      path={PATH}
      list={auditList}
      shown={loaderData}
      actions={<ExportLink path={PATH} list={auditList} state={state} />}
      above={
        state.filters.find ? (
          <p className="measure mb-4 text-ink-soft">
            Find changes made by a CSV import by product, action or reason.
          </p>
        ) : null
      }
      table={{ caption: 'Audit log', columns, rowKey: (line) => line.id }}
      words={{
        unmatched: 'No entries match these filters.',
        all: 'Show all entries',
        none: 'No entries yet. Changes made by staff appear here.',
      }}
    />
  );
}
