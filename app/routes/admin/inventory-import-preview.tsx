/** One import: how far it is, what it would change row by row, applying it, and taking it back. */
import { type ReactNode, useEffect, useRef } from 'react';
import { data, Form, Link, useNavigation } from 'react-router';
import { chooseColumns, startApplying, startUndoing } from '#features/catalogue/change-import.server.ts';
import { readShelves } from '#features/catalogue/edited-products-queries.server.ts';
import { importList } from '#features/catalogue/import-list.ts';
import { type ImportView, readImport, readImportRows } from '#features/catalogue/imports-queries.server.ts';
import { importFields } from '#features/catalogue/inventory-csv.ts';
import { type ImportCounts, importMessage, rowCount } from '#features/catalogue/product-import.ts';
import { ImportColumns } from '#features/catalogue/ui/import-columns.tsx';
import { ImportProgress, isBusy } from '#features/catalogue/ui/import-progress.tsx';
import { ImportRows } from '#features/catalogue/ui/import-rows.tsx';
import { requirePermission } from '#features/identity/guards.server.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { requestForm } from '#platform/request-body.ts';
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/inventory-import-preview';

const UPLOAD = '/admin/inventory/import';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const found = await readImport(actor, params.importId);
  if (!found) throw redirectWithFlash(UPLOAD, importMessage({ kind: 'not-found' }), 'info');
  const state = importList.parse(new URL(request.url).searchParams);
  const hasRows = found.counts !== null && found.status !== 'reading';
  const [shelves, page] = await Promise.all([
    readShelves(),
    hasRows ? readImportRows(params.importId, state) : { rows: [], previous: null, next: null },
  ]);
  return { found, state, shelves, page };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const form = await requestForm(request);
  const intent = form.get('intent');
  const names = [...importFields, 'categoryId', 'productType', 'incomplete'];
  const values = Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '').slice(0, 100)]));
  const outcome =
    intent === 'columns'
      ? await chooseColumns(actor, params.importId, values)
      : intent === 'undo'
        ? await startUndoing(actor, params.importId)
        : await startApplying(actor, params.importId, {
            preview: Number(form.get('preview')),
            accepted: form.get('accept') === '1',
          });
  const here = `${UPLOAD}/${params.importId}`;
  if (outcome.ok) return redirectWithFlash(here, said[String(intent)] ?? said.apply ?? '', 'info');
  const { problem } = outcome;
  const message = importMessage(problem);
  if (problem.kind === 'not-found') return redirectWithFlash(UPLOAD, message, 'info');
  if (problem.kind === 'mapping')
    return data<Refused>({ columns: { message, errors: problem.errors, values } }, { status: 400 });
  return data<Refused>({ message }, { status: problem.kind === 'not-allowed' ? 403 : 409 });
}

const said: Readonly<Record<string, string>> = {
  columns: 'The file is compared anew.',
  apply: 'The import has begun.',
  undo: 'The import is being undone.',
};

type Refused = { message?: string; columns?: FormRefusal };

export const meta: Route.MetaFunction = () => [{ title: 'Import products · Admin' }];

export default function InventoryImportPreview({ loaderData, actionData }: Route.ComponentProps) {
  const { found, state, shelves, page } = loaderData;
  const { status, counts } = found;
  const navigation = useNavigation();
  const refused = useAnswer<Refused>(actionData);
  const sending = navigation.formData?.get('intent');
  const title = useRef<HTMLHeadingElement>(null);
  const before = useRef(status);
  useEffect(() => {
    // What was pressed is gone by now: whoever listens or uses the keyboard goes on from what came in its place.
    if (before.current !== status) title.current?.focus();
    before.current = status;
  }, [status]);
  return (
    <div className="max-w-6xl">
      <p className="mb-1">
        <Link
          to="/admin/inventory"
          className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
        >
          Inventory
        </Link>
      </p>
      <h1 className="mb-6 text-2xl">Import products</h1>
      {refused?.message ? <Notice tone="error" title={refused.message} className="mb-6" /> : null}
      <section aria-labelledby="stage" className="flex flex-col gap-5">
        <h2 id="stage" ref={title} tabIndex={-1} className="text-xl">
          {stageTitle(found)}
        </h2>
        {isBusy(status) ? (
          <ImportProgress status={status} done={found.done} total={toDo(found)} />
        ) : (
          <Stage found={found} sending={typeof sending === 'string' ? sending : null} />
        )}
        {status === 'previewed' ? (
          <ImportColumns
            key={found.preview}
            header={found.header}
            mapping={found.mapping}
            options={found.options}
            shelves={shelves}
            refusal={refused?.columns}
            open={counts === null}
            busy={sending === 'columns'}
          />
        ) : null}
      </section>
      {counts && status !== 'reading' ? (
        <section aria-labelledby="rows" className="mt-8">
          <h2 id="rows" className="mb-3 text-xl">
            Row by row
          </h2>
          <ImportRows
            counts={counts}
            state={state}
            page={page}
            isApplied={status === 'applied' || status === 'undoing'}
          />
        </section>
      ) : null}
    </div>
  );
}

const taken = ({ new: made, changed }: ImportCounts) => made + changed;

/** Rows of the work under way. */
const toDo = ({ status, total, counts }: ImportView) =>
  status === 'reading' || counts === null ? total : taken(counts);

function stageTitle({ status, counts }: ImportView): string {
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

function Stage({ found, sending }: { found: ImportView; sending: string | null }) {
  const { status, counts } = found;
  if (status === 'failed')
    return (
      <Notice tone="error" title="Upload failed: nothing was changed.">
        <p className="mt-1">
          You were signed out meanwhile, or something went wrong on our side. Send the file again.
        </p>
        <Link
          to={UPLOAD}
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
      <ButtonLink to={UPLOAD} rank="quiet">
        Send another file
      </ButtonLink>
    </div>
  );
}

/** The rows that are left out, as a file to be corrected. */
function Rejected({ found: { id, counts } }: { found: ImportView }) {
  if (counts === null || counts.rejected + counts.dropped === 0) return null;
  return (
    <a href={`${UPLOAD}/${id}/rejected`} download className={buttonClass('secondary')}>
      Download rejected rows
    </a>
  );
}
