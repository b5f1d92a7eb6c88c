/** Puts waiting lots on sale together, with their certificates. Opened from the list of waiting lots. */
import { useRef } from 'react';
import { redirect } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { removeDrops } from '#core/goods/drops/remove-drops.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { BackLink } from '#ui/page-head.tsx';
import { useFocusAfter } from '#ui/use-focus-after.ts';
import type { Route } from './+types/release-lots.page';
import { answerReleaseLots } from './answer-release-lots.server.ts';
import { ReleaseCertificates } from './release-certificates.tsx';
import { readIds, releasePath } from './release-fields.ts';
import { ReleaseForm } from './release-form.tsx';
import { readReleaseStep } from './release-step-queries.server.ts';
import { waitingLotsList } from './waiting-lots-list.ts';
import { readChosenLots } from './waiting-lots-queries.server.ts';

const PATH = '/admin/inventory/waiting-lots';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'lots.release', request);
  const { searchParams } = new URL(request.url);
  const ids = readIds((searchParams.get('lots') ?? '').split('-'));
  const query = waitingLotsList.query(
    waitingLotsList.parse(new URLSearchParams(searchParams.get('query') ?? '')),
  );
  const chosen = await readChosenLots(actor, { ids });
  if (chosen.lots.length === 0) return null;
  return { ...(await readReleaseStep(actor, chosen, query)), here: releasePath(chosen.ids, query) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'lots.release', request);
  const form = await requestForm(request);
  const intent = form.get('intent');
  if (intent !== 'clear' && intent !== 'remove') return answerReleaseLots(actor, form);
  await removeDrops(actor, 'certificate', intent === 'clear' ? 'unusable' : form.getAll('file').map(String));
  const { pathname, search } = new URL(request.url);
  return redirect(pathname + search);
}

export const meta: Route.MetaFunction = () => [{ title: 'Put lots on sale · Admin' }];

export default function ReleaseLots({ loaderData, actionData }: Route.ComponentProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useFocusAfter(title);
  // A refusal shows what was typed; the list of certificates is as loaded last.
  const step = actionData
    ? { ...actionData, ...(loaderData ? { drops: loaderData.drops, matched: loaderData.matched } : {}) }
    : loaderData;
  const back = step?.query ? `${PATH}?${step.query}` : PATH;
  return (
    <div className="max-w-4xl">
      <BackLink to={back} label="Lots not on sale yet" />
      <h1 ref={title} tabIndex={-1} className="mb-6 text-2xl outline-none">
        Put lots on sale
      </h1>
      {step ? (
        <>
          {loaderData ? <ReleaseCertificates {...loaderData} /> : null}
          <ReleaseForm {...step} back={back} />
        </>
      ) : (
        <p className="text-ink-soft">Select lots in the list first.</p>
      )}
    </div>
  );
}
