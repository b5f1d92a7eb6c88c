/** The audit log: who did what, to what, how it was before and after, and why. */
import { Link } from 'react-router';
import { auditWords } from '#features/audit/audit.ts';
import { auditList } from '#features/audit/audit-list.ts';
import { type AuditLine, readAudit } from '#features/audit/audit-queries.server.ts';
import { Changes } from '#features/audit/ui/history.tsx';
import { requirePermission } from '#features/identity/guards.server.ts';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { type Column, DataTable } from '#ui/data-table/data-table.tsx';
import { FilterBar } from '#ui/data-table/filter-bar.tsx';
import { Pager } from '#ui/data-table/pager.tsx';
import type { Route } from './+types/audit';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'audit.read', request);
  const state = auditList.parse(new URL(request.url).searchParams);
  const page = await readAudit(actor, state, (await storeClock()).zone);
  if (!page) throw new Response(null, { status: 404 });
  return { state, page };
}

export const meta: Route.MetaFunction = () => [{ title: 'Audit Log · Admin' }];

const columns: readonly Column<AuditLine, 'at'>[] = [
  { head: 'When', sort: 'at', cell: (line) => <span className="figures whitespace-nowrap">{line.at}</span> },
  { head: 'Who', cell: (line) => line.who ?? 'The shop' },
  {
    head: 'What',
    primary: true,
    cell: (line) => <span className="font-medium">{auditWords(line.action)}</span>,
  },
  { head: 'Changes', cell: (line) => <Changes line={line} /> },
];

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { state, page } = loaderData;
  return (
    <>
      <h1 className="mb-4 text-2xl">Audit Log</h1>
      <div className="mb-5">
        <FilterBar list={auditList} state={state} />
      </div>
      <DataTable
        caption="Audit log"
        list={auditList}
        state={state}
        rows={page.rows}
        rowKey={(line) => line.id}
        columns={columns}
        empty={
          auditList.isFiltered(state) ? (
            <>
              <p>Nothing on record matches these filters.</p>
              <Link to="/admin/audit" className="text-spruce-700 underline underline-offset-4">
                Show everything
              </Link>
            </>
          ) : (
            <p>Nothing is on record yet. What staff change appears here.</p>
          )
        }
      />
      <div className="mt-4">
        <Pager list={auditList} state={state} previous={page.previous} next={page.next} />
      </div>
    </>
  );
}
