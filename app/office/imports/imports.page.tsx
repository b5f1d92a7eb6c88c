/** Uploads a CSV file of products: the field, how a file is read, and the files of the last two days. */
import { Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { importStatusLabel, rowCount } from '#core/goods/catalogue/imports/product-import.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/imports.page';
import { importHelp } from './import-help.ts';
import { ImportPanel } from './import-panel.tsx';
import { readRecentImports } from './imports-queries.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  return { imports: await readRecentImports(actor, (await readSettings()).store.zone) };
}

export const meta: Route.MetaFunction = () => [{ title: 'Import products · Admin' }];

export default function InventoryImport({ loaderData: { imports } }: Route.ComponentProps) {
  return (
    <div className="max-w-4xl">
      <BackLink to="/admin/inventory" label="Inventory" />
      <h1 className="mb-6 text-2xl">Import products</h1>
      <ImportPanel />
      <p className="mt-4 text-ink-soft">
        Coming from another system? Bring its customers and sales too, on{' '}
        <Link to="/admin/settings/move-in/files" className="text-spruce-700 underline underline-offset-4">
          Files of another system
        </Link>
        .
      </p>
      <section aria-labelledby="rules" className="mt-10">
        <h2 id="rules" className="text-xl">
          File format
        </h2>
        <dl className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-[8rem_1fr]">
          {importHelp.map(([term, text]) => (
            <div key={term} className="contents">
              <dt className="font-medium">{term}</dt>
              <dd className="text-ink-soft max-sm:-mt-3">{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      {imports.length > 0 ? (
        <section aria-labelledby="recent" className="mt-10">
          <h2 id="recent" className="text-xl">
            Your uploads of the last two days
          </h2>
          <ul className="mt-2 divide-y divide-line">
            {imports.map(({ id, status, total, sent }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4">
                <Link
                  to={`/admin/inventory/import/${id}`}
                  className="figures inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
                >
                  {sent}
                </Link>
                <span className="figures text-ink-soft">
                  {rowCount(total)} · {importStatusLabel[status]}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
