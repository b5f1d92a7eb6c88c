/** Where an import stands while nothing is at work on it: what it would change and the button for it, or what became of it. */
import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { ImportView } from '../imports-queries.server.ts';
import { type ImportCounts, rowCount } from '../product-import.ts';

const IMPORTS = '/admin/inventory/import';

const taken = ({ new: made, changed }: ImportCounts) => made + changed;

/** Rows of the work under way. */
export const rowsToDo = ({ status, total, counts }: ImportView) =>
  status === 'reading' || counts === null ? total : taken(counts);

/** What its page is headed with. */
export function stageTitle({ status, counts }: ImportView): string {
  if (status === 'reading') return 'The file is being compared';
  if (status === 'applying') return 'The products are being imported';
  if (status === 'undoing') return 'The import is being undone';
  if (status === 'applied') return 'Products successfully imported!';
  if (status === 'undone') return 'The import was undone';
  if (status === 'failed') return 'The import was stopped';
  if (counts === null) return 'Choose the columns first';
  return taken(counts) === 0 ? 'Nothing would change' : `${rowCount(taken(counts))} would be imported`;
}

/** '1 new product, 2 changed products' */
const newAndChanged = (counts: { new: number; changed: number }): string =>
  `${productCount(counts.new, 'new')}, ${productCount(counts.changed, 'changed')}`;
const productCount = (count: number, kind: string) =>
  `${count.toLocaleString('en-US')} ${kind} ${count === 1 ? 'product' : 'products'}`;

/** What can be done with it now, and what it did. */
export function ImportStage({ found, sending }: { found: ImportView; sending: string | null }) {
  const { status, counts } = found;
  if (status === 'failed')
    return (
      <Notice tone="error" title="Upload failed: nothing was changed.">
        <p className="mt-1">
          You were signed out meanwhile, or something went wrong on our side. Send the file again.
        </p>
        <Link
          to={IMPORTS}
          className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
        >
          Send a file
        </Link>
      </Notice>
    );
  if (counts === null) return <p>The first line has no column that is called “Product” or “Name”.</p>;
  if (status === 'applied')
    return (
      <>
        <p>{newAndChanged(counts)}.</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/admin/inventory">Go to the inventory</ButtonLink>
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
          ? `${rowCount(taken(counts) - found.left)} are as they were. ${rowCount(found.left)} stayed, because their products have been changed, sold or promised since.`
          : 'Everything is as it was.'}
      </p>
    );
  return <Apply found={found} counts={counts} sending={sending} />;
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
  const leftOut = counts.rejected + counts.dropped;
  return (
    <>
      {found.movedOn ? (
        <Notice tone="caution" title="Products have changed since the last preview, so nothing was imported.">
          <p className="mt-1">Below is what the file would change now.</p>
        </Notice>
      ) : null}
      <p>
        {newAndChanged(counts)}, {counts.unchanged.toLocaleString('en-US')} without a change.
      </p>
      {leftOut > 0 ? (
        <Notice tone="caution" title={`${rowCount(leftOut)} will be left out`}>
          <p className="mt-1">
            {counts.rejected > 0 ? `${rowCount(counts.rejected)} rejected; the reasons stand below. ` : ''}
            {counts.dropped > 0 ? `${rowCount(counts.dropped)} dropped, without a product name.` : ''}
          </p>
        </Notice>
      ) : null}
      <Form method="post" className="flex flex-col gap-4">
        <input type="hidden" name="intent" value="apply" />
        <input type="hidden" name="preview" value={found.preview} />
        {counts.warned > 0 && taken(counts) > 0 ? (
          <Notice tone="caution" title={`${rowCount(counts.warned)} with a warning`}>
            <p className="mt-1">
              The warning stands beside each.{' '}
              <Link to="?outcome=warned" preventScrollReset className="underline underline-offset-4">
                Show them
              </Link>
            </p>
            <label className="inline-flex min-h-11 items-center gap-2 font-medium">
              <input type="checkbox" name="accept" value="1" className="size-4.5 accent-spruce-700" />
              Import them all the same. The warnings are kept with the change.
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
    </>
  );
}

function Buttons({ found, children }: { found: ImportView; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-3">
      {children}
      <Rejected found={found} />
      <ButtonLink to={IMPORTS} rank="quiet">
        Send another file
      </ButtonLink>
    </div>
  );
}

/** The rows that are left out, as a file to be corrected. */
function Rejected({ found: { id, counts } }: { found: ImportView }) {
  if (counts === null || counts.rejected + counts.dropped === 0) return null;
  return (
    <a href={`${IMPORTS}/${id}/rejected`} download className={buttonClass('secondary')}>
      Download rejected rows
    </a>
  );
}
