/** Uploads a CSV file of products: the field, how a file is read, and the files of the last two days. */
import { Link } from 'react-router';
import { importStatusLabel, rowCount } from '#core/catalogue/imports/product-import.ts';
import { inventoryColumns } from '#core/catalogue/products/inventory-csv.ts';
import { requirePermission } from '#core/identity/sessions/guards.server.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/imports.page';
import { ImportPanel } from './import-panel.tsx';
import { readRecentImports } from './imports-queries.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  return { imports: await readRecentImports(actor, (await readSettings()).store.zone) };
}

export const meta: Route.MetaFunction = () => [{ title: 'Import products · Admin' }];

const rules: readonly (readonly [string, string])[] = [
  [
    'Columns',
    `The first line has the column names: ${Object.values(inventoryColumns).join(', ')}. You can match other names after the upload; we save your choice.`,
  ],
  [
    'Which product',
    'A row with an ID from the export updates that product. A row without an ID updates the product with exactly the same name, strain and size (if the file has these columns). If there is no match, it adds a new product. If the name exists in another size, the preview asks whether it is the same product.',
  ],
  [
    'Empty fields',
    'For an existing product, an empty field changes nothing. For a new product, an empty number is 0, empty text stays empty, and the product is off sale. Rows without a product name are skipped.',
  ],
  ['For Sale', '“yes” (upper or lower case) puts a product on sale; any other word takes it off sale.'],
  [
    'Category',
    'The name of one of your categories. Without it, new products go to the category that you choose after the upload.',
  ],
  [
    'Type',
    'What kind of product it is, such as cannabis or apparel; cannabis brings the legal limits, the minimum age and lab tests. Without it, a new product has the type of most products in its category.',
  ],
  [
    'Counts as',
    'What a unit counts toward under the legal limits: flower, concentrate or edible, with the amount that counts, such as 3.5 g or 100 mg. Cannabis needs both before it goes on sale; the preview can fill them in from category and size.',
  ],
  [
    'Stock and Batch',
    'Stock is every unit of a product in the building: for sale, reserved, waiting for a test, quarantined, recalled or expired. The export shows the same number. A difference is recorded as a count of the batch in the row; the batch stays on or off sale. A new batch is received with the difference; cannabis in it waits for its test.',
  ],
  [
    'Files',
    'CSV from Excel, Numbers, Google Sheets or a program, with commas, semicolons or tabs, in UTF-8, UTF-16 or Windows-1252. Up to 200,000 rows. In files with semicolons or tabs, 24,50 and 1.234,50 are prices too.',
  ],
];

export default function InventoryImport({ loaderData: { imports } }: Route.ComponentProps) {
  return (
    <div className="max-w-4xl">
      <BackLink to="/admin/inventory" label="Inventory" />
      <h1 className="mb-6 text-2xl">Import products</h1>
      <ImportPanel />
      <section aria-labelledby="rules" className="mt-10">
        <h2 id="rules" className="text-xl">
          File format
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
