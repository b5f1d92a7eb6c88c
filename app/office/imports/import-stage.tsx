/** Renders an import while no job is running: its changes with the button to apply them, or its result. */
import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { columnOf } from '#core/goods/catalogue/imports/import-plan.ts';
import { ACCEPT_IMPORT, type ImportCounts, rowCount } from '#core/goods/catalogue/imports/product-import.ts';
import type { ImportField } from '#core/goods/catalogue/products/inventory-csv.ts';
import { formatNumber } from '#kernel/number.ts';
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { ImportQuestions } from './import-questions.tsx';
import { FillIn, PutOnSale, SaleSummary } from './import-summary.tsx';
import type { ImportView, NamesakeRow } from './imports-queries.server.ts';
import { SameProducts } from './same-products.tsx';
import { type OffMenu, UnknownCategories } from './unknown-categories.tsx';

const IMPORTS = '/admin/inventory/import';

const taken = ({ new: made, changed }: ImportCounts) => made + changed;

/** Rows of the running job. */
export const rowsToDo = ({ status, total, counts }: ImportView) =>
  status === 'reading' || counts === null ? total : taken(counts);

/** The heading of its page. */
export function stageTitle({ status, counts }: ImportView): string {
  if (status === 'reading') return 'Comparing file';
  if (status === 'applying') return 'Importing products';
  if (status === 'undoing') return 'Undoing import';
  if (status === 'applied') return 'Products successfully imported!';
  if (status === 'undone') return 'Import undone';
  if (status === 'failed') return 'Import stopped';
  if (counts === null) return 'Match the columns first';
  if (taken(counts) === 0 && Object.keys(counts.unknownCategories).length > 0)
    return 'Add the categories first';
  if (taken(counts) === 0 && counts.untyped > 0) return 'Choose the type first';
  if (taken(counts) > 0) return `${rowCount(taken(counts))} to import`;
  const { asked } = counts;
  if ((asked['foreign-id'] ?? 0) + (asked.renamed ?? 0) > 0) return 'Are these new products?';
  if ((asked['as-written'] ?? 0) > 0) return 'Check the cells first';
  return counts.rejected > 0 ? 'No row can be imported yet' : 'No changes';
}

const words = new Intl.ListFormat('en-US');

/** The reasons of most rejected rows: repaired once, they let many in. */
const mostly = ({ reasons }: ImportCounts): [string, number][] =>
  Object.entries(reasons)
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, 3);

/** '1 new product, 2 changed products' */
const newAndChanged = (counts: { new: number; changed: number }): string =>
  `${productCount(counts.new, 'new')}, ${productCount(counts.changed, 'changed')}`;
const productCount = (count: number, kind: string) =>
  `${formatNumber(count)} ${kind} ${count === 1 ? 'product' : 'products'}`;

/** The available actions, and what it did. */
export function ImportStage({
  found,
  sending,
  namesakes,
  offMenu,
  doubtful,
  fallback,
}: {
  found: ImportView;
  sending: string | null;
  namesakes: readonly NamesakeRow[];
  offMenu: OffMenu;
  /** Fields for which two columns have one name. */
  doubtful: readonly ImportField[];
  /** The category of new products that name none. */
  fallback: string;
}) {
  const { status, counts } = found;
  if (status === 'failed')
    return (
      <Notice tone="error" title="Upload failed. Nothing was changed.">
        <p className="mt-1">
          You were signed out, or something went wrong on our side. Upload the file again.
        </p>
        <Link
          to={IMPORTS}
          className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
        >
          Upload a file
        </Link>
      </Notice>
    );
  if (counts === null)
    return (
      <p>
        {doubtful.length > 0
          ? `Two columns have one name. Choose below which of them is ${words.format(doubtful.map(columnOf))}.`
          : 'No column is named “Product” or “Name”. Choose below which line has the names of the columns, or which column has the names of the products.'}
      </p>
    );
  if (status === 'applied')
    return (
      <>
        <div>
          <p>{newAndChanged(counts)}.</p>
          <SaleSummary counts={counts} isApplied />
        </div>
        {found.left > 0 ? (
          <Notice tone="caution" title={`Stock unchanged in ${rowCount(found.left)}`}>
            <p className="mt-1">Stock moved during the import. Count these lots.</p>
          </Notice>
        ) : null}
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/admin/inventory">Go to inventory</ButtonLink>
          {(counts.sale.waiting ?? 0) > 0 ? (
            <ButtonLink to="/admin/inventory/waiting-lots" rank="secondary">
              Put lots on sale
            </ButtonLink>
          ) : null}
          <Rejected found={found} />
          {found.mayUndo ? (
            <Form method="post">
              <input type="hidden" name="intent" value="undo" />
              <Button type="submit" rank="quiet" busy={sending === 'undo'} busyText="Undoing…">
                Undo this import
              </Button>
            </Form>
          ) : null}
        </div>
      </>
    );
  if (status === 'undone')
    return (
      <p>
        {found.left > 0
          ? `${rowCount(taken(counts) - found.left)} restored. ${rowCount(found.left)} not undone, because their products changed, sold or were reserved after the import.`
          : 'Everything was restored.'}
      </p>
    );
  return (
    <>
      {taken(counts) > 0 ? <Changes found={found} counts={counts} /> : null}
      <ImportQuestions found={found} counts={counts} sending={sending} />
      <UnknownCategories found={found} offMenu={offMenu} fallback={fallback} busy={sending === 'category'} />
      {taken(counts) > 0 ? null : <Changes found={found} counts={counts} />}
      <PutOnSale found={found} counts={counts} busy={sending === 'sell' || sending === 'unsell'} />
      <FillIn found={found} counts={counts} busy={sending === 'fill' || sending === 'unfill'} />
      <SameProducts found={found} rows={namesakes} count={counts.others} busy={sending === 'same'} />
      <Apply found={found} counts={counts} sending={sending} />
    </>
  );
}

function Changes({ found, counts }: { found: ImportView; counts: ImportCounts }) {
  const asked = Object.values(counts.asked).reduce((sum, count) => sum + count, 0);
  const leftOut = counts.rejected + counts.dropped;
  return (
    <>
      {found.movedOn ? (
        <Notice tone="caution" title="Products changed after the last preview, so nothing was imported.">
          <p className="mt-1">Below is the new preview.</p>
        </Notice>
      ) : null}
      <div>
        <p>
          {newAndChanged(counts)}, {rowCount(counts.unchanged)} without a change.
        </p>
        <SaleSummary counts={counts} isApplied={false} />
      </div>
      {leftOut > asked ? (
        <Notice tone="caution" title={`${rowCount(leftOut)} will be skipped`}>
          <p className="mt-1">
            {counts.rejected > 0 ? `${rowCount(counts.rejected)} rejected; each row says why. ` : ''}
            {counts.dropped > 0 ? `${rowCount(counts.dropped)} without a product name.` : ''}
          </p>
          <ul className="figures mt-1 list-disc pl-5">
            {counts.untyped > 0 ? (
              <li>{`${rowCount(counts.untyped)}: choose their type under ‘Columns and new products’.`}</li>
            ) : null}
            {mostly(counts).map(([reason, count]) => (
              <li key={reason}>{`${rowCount(count)}: ${reason}`}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </>
  );
}

function Apply({
  found,
  counts,
  sending,
}: {
  found: ImportView;
  counts: ImportCounts;
  sending: string | null;
}) {
  return (
    <Form method="post" className="flex flex-col gap-4">
      <input type="hidden" name="intent" value="apply" />
      <input type="hidden" name="preview" value={found.preview} />
      {counts.warned > 0 && taken(counts) > 0 ? (
        <Notice tone="caution" title={`${rowCount(counts.warned)} with a warning`}>
          <p className="mt-1">
            See the warning in each row.{' '}
            <Link to="?outcome=warned" preventScrollReset className="underline underline-offset-4">
              Show these rows
            </Link>
          </p>
          <label className="inline-flex min-h-11 items-center gap-2 font-medium">
            <input type="checkbox" name="accept" value="1" className="size-4.5 accent-spruce-700" />
            {ACCEPT_IMPORT}. The warnings are saved with the change.
          </label>
        </Notice>
      ) : null}
      <Buttons found={found}>
        {taken(counts) > 0 ? (
          <Button type="submit" busy={sending === 'apply'} busyText="Importing…">
            Import {rowCount(taken(counts))}
          </Button>
        ) : null}
      </Buttons>
    </Form>
  );
}

function Buttons({ found, children }: { found: ImportView; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-3">
      {children}
      <Rejected found={found} />
      <ButtonLink to={IMPORTS} rank="quiet">
        Upload another file
      </ButtonLink>
    </div>
  );
}

/** The rejected rows, as a file to correct. */
function Rejected({ found: { id, counts } }: { found: ImportView }) {
  if (counts === null || counts.rejected + counts.dropped === 0) return null;
  return (
    <a href={`${IMPORTS}/${id}/rejected`} className={buttonClass('secondary')}>
      Download rejected rows
    </a>
  );
}
