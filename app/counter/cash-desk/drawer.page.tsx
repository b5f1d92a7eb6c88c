/** /counter/cash: open the cash drawer, move cash in and out, and see what was moved. */
import { useState } from 'react';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { readDrawer } from '#core/cash-desk/drawer-queries.server.ts';
import { OUT_OF_REACH } from '#core/frame/error-view.tsx';
import { requirePermission } from '#core/identity/sessions/guards.server.ts';
import { newId } from '#kernel/ids.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/drawer.page';
import { answerDrawer } from './answer-drawer.server.ts';
import { answerOrTyped } from './answer-or-typed.ts';
import { NoDrawer } from './no-drawer.tsx';
import { OpenDrawerView } from './open-drawer.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'cash.handle', request);
  const drawer = await readDrawer(actor);
  if (!drawer) throw new Response(null, { status: 403 });
  return { drawer, key: newId<string>() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'cash.handle', request);
  return answerDrawer(actor, await requestForm(request));
}

/** Also after a refusal, which may be because the drawer has changed since. */
export const shouldRevalidate = ({ actionStatus }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== OUT_OF_REACH;

/** After a lost connection the page stays as it is; the same press again records nothing twice. */
export const clientAction = (args: Route.ClientActionArgs) => answerOrTyped(args);

export const meta: Route.MetaFunction = () => [{ title: 'Cash drawer · Counter' }];

export default function DrawerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { open, last } = loaderData.drawer;
  const answer = useAnswer(actionData as FormRefusal | undefined);
  useLive(['cash']);
  return (
    <div className="mx-auto max-w-5xl">
      <BackLink to="/counter" label="Counter" />
      {open ? (
        <Keyed
          key={`${open.id} ${open.ownEntries} ${attemptOf(answer)}`}
          newKey={loaderData.key}
          render={(key) => <OpenDrawerView drawer={open} attempt={key} answer={answer} />}
        />
      ) : (
        <Keyed
          key={attemptOf(answer)}
          newKey={loaderData.key}
          render={(key) => <NoDrawer last={last} attempt={key} answer={answer} />}
        />
      )}
    </div>
  );
}

/** Changes when an attempt ends: the next one starts with empty fields and a key of its own. */
const attemptOf = (answer: FormRefusal | undefined) => (answer ? (answer.values.key ?? 'used') : 'none');

/** A reload of the data brings another key; an attempt has one key to its end. */
function Keyed({ newKey, render }: { newKey: string; render: (key: string) => React.ReactNode }) {
  const [key] = useState(newKey);
  return render(key);
}
