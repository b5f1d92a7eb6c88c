/** /admin/settings/menu-order/merge?from=3: merges a category into another, after a preview of what that changes. */
import { Form } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/merge-category.page';
import { answerMerge, readMergeStep } from './answer-merge.server.ts';
import { MergePreviewForm } from './merge-preview-form.tsx';

const PATH = '/admin/settings/menu-order';

export function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return readMergeStep(actor, new URL(request.url).searchParams);
}

/** Also after a refusal, which may be about numbers that have changed. */
export const shouldRevalidate = () => true;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  return answerMerge(actor, await requestForm(request));
}

export const meta: Route.MetaFunction = () => [{ title: 'Merge a category · Admin' }];

export default function MergeCategory({ loaderData, actionData }: Route.ComponentProps) {
  const { from, others, to, preview } = loaderData;
  return (
    <div className="max-w-xl">
      <BackLink to={PATH} label="Menu" />
      <h1 className="mb-4 text-2xl break-words">Merge {from.name}</h1>
      {actionData ? (
        <Notice tone="error" className="mb-4">
          {actionData.message}
        </Notice>
      ) : null}
      <Form method="get" className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="from" value={from.id} />
        <SelectField
          key={to}
          label="Into"
          name="to"
          defaultValue={to ?? ''}
          required
          className="min-w-48 flex-1"
        >
          <option value="">Choose</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <Button type="submit" rank="secondary">
          Preview
        </Button>
      </Form>
      {preview ? <MergePreviewForm from={from.id} to={to ?? 0} preview={preview} back={PATH} /> : null}
    </div>
  );
}
