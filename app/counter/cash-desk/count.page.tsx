/** /counter/cash/count: count the drawer without knowing what it should hold; then close it, hand it over or count again. */
import { useState } from 'react';
import { redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { drawerName } from '#core/cash-desk/drawer.ts';
import { readDrawer } from '#core/cash-desk/drawer-queries.server.ts';
import { OUT_OF_REACH } from '#core/frame/error-view.tsx';
import { requirePermission } from '#core/identity/sessions/guards.server.ts';
import { newId } from '#kernel/ids.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/count.page';
import { answerDrawer } from './answer-drawer.server.ts';
import { answerOrTyped } from './answer-or-typed.ts';
import { CountForm } from './count-form.tsx';
import { CountResult } from './count-result.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'cash.handle', request);
  const drawer = await readDrawer(actor);
  if (!drawer) throw new Response(null, { status: 403 });
  if (!drawer.open) throw redirect('/counter/cash');
  return { drawer: drawer.open, noteAbove: drawer.noteAbove, key: newId<string>() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'cash.handle', request);
  return answerDrawer(actor, await requestForm(request));
}

/** Also after a refusal, which may be because the drawer has changed since. */
export const shouldRevalidate = ({ actionStatus }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== OUT_OF_REACH;

/** After a lost connection the page stays as it is; the same press again counts nothing twice. */
export const clientAction = (args: Route.ClientActionArgs) => answerOrTyped(args);

export const meta: Route.MetaFunction = () => [{ title: 'Count the drawer · Counter' }];

export default function CountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { drawer, noteAbove } = loaderData;
  const answer = useAnswer(actionData as FormRefusal | undefined);
  useLive(['cash']);
  return (
    <div className="mx-auto max-w-3xl">
      <BackLink to="/counter/cash" label="Cash drawer" />
      <h1 className="mb-5 text-2xl">
        Count {drawerName(drawer.number).toLowerCase()}: {drawer.holder}
      </h1>
      {drawer.isCountOld ? (
        <Notice tone="caution" className="mb-5">
          Cash moved since the last count. Count again.
        </Notice>
      ) : null}
      <Attempt
        key={`${drawer.id} ${drawer.counts} ${answer && !answer.values.key}`}
        {...{ drawer, noteAbove, answer }}
        newKey={loaderData.key}
      />
    </div>
  );
}

/** A reload of the data brings another key; an attempt has one key to its end. */
function Attempt({
  newKey,
  ...rest
}: Omit<Parameters<typeof CountResult>[0], 'attempt' | 'count'> & { newKey: string }) {
  const [attempt] = useState(newKey);
  const { count } = rest.drawer;
  if (count) return <CountResult {...rest} count={count} attempt={attempt} />;
  return <CountForm {...rest} attempt={attempt} />;
}
