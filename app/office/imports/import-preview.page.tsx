/** One import: its progress, what it would change row by row, applying it, and undoing it. */
import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/import-preview.page';
import { answerImport, type Refused } from './answer-import.server.ts';
import { ImportColumns } from './import-columns.tsx';
import { ImportHeadsRead } from './import-heads.tsx';
import { importList } from './import-list.ts';
import { ImportProgress, isBusy } from './import-progress.tsx';
import { ImportRows } from './import-rows.tsx';
import { ImportStage, rowsToDo, stageTitle } from './import-stage.tsx';
import { readImport, readImportPage } from './imports-queries.server.ts';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const found = await readImport(actor, params.importId);
  if (!found) throw new Response(null, { status: 404 });
  return readImportPage(found, importList.parse(new URL(request.url).searchParams));
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  return answerImport(actor, params.importId, await requestForm(request));
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? stageTitle(loaderData.found) : 'Import'} · Import products · Admin` },
];

export default function InventoryImportPreview({ loaderData, actionData }: Route.ComponentProps) {
  const { found, heads, state, shelves, types, page, ...asked } = loaderData;
  const { status, counts } = found;
  const navigation = useNavigation();
  const refused = useAnswer<Refused>(actionData);
  const sending = navigation.formData?.get('intent');
  const title = useRef<HTMLHeadingElement>(null);
  const before = useRef(status);
  useEffect(() => {
    // The pressed button is gone: focus moves to what replaced it.
    if (before.current !== status) title.current?.focus();
    before.current = status;
  }, [status]);
  return (
    <div className="max-w-6xl">
      <BackLink to="/admin/inventory" label="Inventory" />
      <h1 className="mb-6 text-2xl">Import products</h1>
      {refused?.message ? <Notice tone="error" title={refused.message} className="mb-6" /> : null}
      <section aria-labelledby="stage" className="flex flex-col gap-5">
        <h2 id="stage" ref={title} tabIndex={-1} className="text-xl">
          {stageTitle(found)}
        </h2>
        {isBusy(status) ? (
          <ImportProgress status={status} done={found.done} total={rowsToDo(found)} />
        ) : (
          <ImportStage
            {...asked}
            found={found}
            sending={typeof sending === 'string' ? sending : null}
            doubtful={heads.doubtful}
            fallback={shelves.find(({ id }) => id === found.options.categoryId)?.name ?? ''}
          />
        )}
        {status === 'previewed' ? (
          <ImportHeadsRead
            heads={heads}
            isOpen={counts === null && heads.doubtful.length === 0}
            busy={sending === 'heads'}
          />
        ) : null}
        {status === 'previewed' ? (
          <ImportColumns
            key={found.preview}
            header={found.header}
            mapping={found.mapping}
            options={found.options}
            doubtful={heads.doubtful}
            shelves={shelves}
            types={types}
            refusal={refused?.columns}
            open={counts === null || counts.untyped > 0}
            busy={sending === 'columns'}
          />
        ) : null}
      </section>
      {counts && status !== 'reading' ? (
        <ImportRows
          counts={counts}
          state={state}
          page={page}
          isApplied={status === 'applied' || status === 'undoing'}
        />
      ) : null}
    </div>
  );
}
