/** The audit log: who did what, to what, the values before and after, and why. */
import { Link } from 'react-router';
import { type AuditSubject, auditWords } from '#core/audit/audit.ts';
import { auditList, subjectLabel } from '#core/audit/audit-list.ts';
import { type AuditLine, readAudit } from '#core/audit/audit-queries.server.ts';
import { requirePermission } from '#core/identity/sessions/guards.server.ts';
import { orderNumbers } from '#core/orders/list/manage-orders-queries.server.ts';
import { storeClock } from '#core/settings/store-clock.server.ts';
import { isUuid } from '#kernel/ids.ts';
import { ListPage } from '#office/frame/list-view.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';
import { ExportLink } from '#ui/data-table/export-link.tsx';
import type { Route } from './+types/audit.page';
import { Changes } from './history.tsx';

const PATH = '/admin/audit';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'audit.read', request);
  const state = auditList.parse(new URL(request.url).searchParams);
  const page = await readAudit(actor, state, (await storeClock()).zone);
  if (!page) throw new Response(null, { status: 404 });
  const ofOrders = page.rows.filter(({ subject }) => subject === 'order').map(({ subjectId }) => subjectId);
  const numbers = await orderNumbers(actor, ofOrders.filter(isUuid));
  const rows = page.rows.map((line) => ({ ...line, number: numbers.get(line.subjectId) ?? null }));
  return { state, page: { ...page, rows } };
}

export const meta: Route.MetaFunction = () => [{ title: 'Audit Log · Admin' }];

type Line = AuditLine & { number: string | null };

/** The page of an entry's subject, for kinds that have one. */
const pages: Readonly<Record<string, string>> = {
  customer: '/admin/customers',
  user: '/admin/customers',
  product: '/admin/products',
  promotion: '/admin/promotions',
  mail: '/admin/sent-mail',
};

function About({ line }: { line: Line }) {
  const label = subjectLabel[line.subject as AuditSubject] ?? auditWords(line.subject);
  const to = line.number
    ? `/admin/orders/${line.number}`
    : pages[line.subject] && `${pages[line.subject]}/${line.subjectId}`;
  // Ids mean nothing to people; numbers do.
  const named = line.number ?? (/^\d+$/.test(line.subjectId) ? `#${line.subjectId}` : '');
  const text = [label, named].filter(Boolean).join(' ');
  return to ? (
    <Link to={to} className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4">
      {text}
      <span className="sr-only"> of {line.at}</span>
    </Link>
  ) : (
    text
  );
}

const columns: readonly Column<Line, 'at'>[] = [
  { head: 'When', sort: 'at', cell: (line) => <span className="figures whitespace-nowrap">{line.at}</span> },
  { head: 'Who', cell: (line) => line.who ?? 'The shop' },
  {
    head: 'What',
    primary: true,
    cell: (line) => <span className="font-medium">{auditWords(line.action)}</span>,
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
