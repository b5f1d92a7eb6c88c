/** Where a CSV file of products is sent from: the field, how a file is read, and the files of the last two days. */
import { Link } from 'react-router';
import { readRecentImports } from '#features/catalogue/imports-queries.server.ts';
import { inventoryColumns } from '#features/catalogue/inventory-csv.ts';
import { importStatusLabel, rowCount } from '#features/catalogue/product-import.ts';
import { ImportPanel } from '#features/catalogue/ui/import-panel.tsx';
import { requirePermission } from '#features/identity/guards.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import type { Route } from './+types/inventory-import';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  return { imports: await readRecentImports(actor, (await readSettings()).store.zone) };
}

export const meta: Route.MetaFunction = () => [{ title: 'Import products · Admin' }];

const rules: readonly (readonly [string, string])[] = [
  [
    'Columns',
    `The first line names them: ${Object.values(inventoryColumns).join(', ')}. Other names and another order can be chosen after the file is read, and are remembered.`,
  ],
  [
    'Which product',
    'A row with an ID, as the export writes it, is about that product. Without one it is about the product with exactly the same name, strain and size, as far as the file has these columns; if there is none, it is a new product.',
  ],
  [
    'Empty fields',
    'Of a product that exists, an empty field changes nothing. Of a new one an empty number is 0, an empty text nothing, and it is off sale. Rows without a product name are dropped.',
  ],
  ['For Sale', '“yes” in any case puts a product on sale; any other word takes it off.'],
  [
    'Stock and Batch',
    'Stock is the units on sale in all lots of a product. A difference is counted on the batch that the row names, or on the one handed out next, and goes into the ledger. A batch that the product does not have is received as a new lot with the units that are missing; cannabis waits in it for its test.',
  ],
  [
    'Files',
    'CSV from Excel, Numbers, Google Sheets or a program, with commas, semicolons or tabs, in UTF-8, UTF-16 or Windows-1252. Up to 200,000 rows.',
  ],
];

export default function InventoryImport({ loaderData: { imports } }: Route.ComponentProps) {
  return (
    <div className="max-w-4xl">
      <p className="mb-1">
        <Link
          to="/admin/inventory"
          className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
        >
          Inventory
        </Link>
      </p>
      <h1 className="mb-6 text-2xl">Import products</h1>
      <ImportPanel />
      <section aria-labelledby="rules" className="mt-10">
        <h2 id="rules" className="text-xl">
          How a file is read
        </h2>
        <dl className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-[8rem_1fr]">
          {rules.map(([term, text]) => (
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
            Your files of the last two days
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
