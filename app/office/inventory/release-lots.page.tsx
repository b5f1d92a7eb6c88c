/** Puts waiting lots on sale together: how many, their test result, and why. Opened from the list of waiting lots. */
import { useRef } from 'react';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { BackLink } from '#ui/page-head.tsx';
import { useFocusAfter } from '#ui/use-focus-after.ts';
import type { Route } from './+types/release-lots.page';
import { answerReleaseLots } from './answer-release-lots.server.ts';
import { ReleaseForm } from './release-form.tsx';

const PATH = '/admin/inventory/waiting-lots';

export function loader({ request, context }: Route.LoaderArgs) {
  requirePermission(context, 'inventory.manage', request);
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  return answerReleaseLots(actor, await requestForm(request));
}

export const meta: Route.MetaFunction = () => [{ title: 'Put lots on sale · Admin' }];

export default function ReleaseLots({ actionData }: Route.ComponentProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useFocusAfter(title);
  const back = actionData?.query ? `${PATH}?${actionData.query}` : PATH;
  return (
    <div className="max-w-3xl">
      <BackLink to={back} label="Lots not on sale yet" />
      <h1 ref={title} tabIndex={-1} className="mb-6 text-2xl outline-none">
        Put lots on sale
      </h1>
      {actionData ? (
        <ReleaseForm {...actionData} back={back} />
      ) : (
        <p className="text-ink-soft">Select lots in the list first.</p>
      )}
    </div>
  );
}
