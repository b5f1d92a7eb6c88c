/** One import: how far it is, what it would change row by row, applying it, and taking it back. */
import { useEffect, useRef } from 'react';
import { data, Link, useNavigation } from 'react-router';
import { chooseColumns, startApplying, startUndoing } from '#features/catalogue/change-import.server.ts';
import { readShelves } from '#features/catalogue/edited-products-queries.server.ts';
import { importList } from '#features/catalogue/import-list.ts';
import { readImport, readImportRows } from '#features/catalogue/imports-queries.server.ts';
import { importFields } from '#features/catalogue/inventory-csv.ts';
import { importMessage } from '#features/catalogue/product-import.ts';
import { ImportColumns } from '#features/catalogue/ui/import-columns.tsx';
import { ImportProgress, isBusy } from '#features/catalogue/ui/import-progress.tsx';
import { ImportRows } from '#features/catalogue/ui/import-rows.tsx';
import { ImportStage, rowsToDo, stageTitle } from '#features/catalogue/ui/import-stage.tsx';
import { requirePermission } from '#features/identity/guards.server.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { requestForm } from '#platform/request-body.ts';
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
          <ImportProgress status={status} done={found.done} total={rowsToDo(found)} />
        ) : (
          <ImportStage found={found} sending={typeof sending === 'string' ? sending : null} />
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
