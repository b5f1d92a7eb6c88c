/** /counter/cash/count: count the drawer without knowing what it should hold; then close it, hand it over or count again. */
import { useState } from 'react';
import { redirect } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { drawerName } from '#core/sales/cash-desk/drawer.ts';
import { readDrawer } from '#core/sales/cash-desk/drawer-queries.server.ts';
import { readTabletsOfDay } from '#core/sales/cash-desk/tablets-queries.server.ts';
import { readCorrectionsOfDrawer } from '#core/sales/orders/cash-corrections/cash-given-queries.server.ts';
import { newId } from '#kernel/ids.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import { readApprovers } from '../kit/approvers-queries.server.ts';
import { Attempt } from '../kit/attempt.tsx';
import { isReachable } from '../kit/lost-answer.ts';
import { TabletsNotice } from '../network/tablets-notice.tsx';
import { UnsentNotice } from '../network/unsent-notice.tsx';
import type { Route } from './+types/count-drawer.page';
import { answerDrawer } from './answer-drawer.server.ts';
import { CashCorrections } from './cash-corrections.tsx';
import { CountForm } from './count-form.tsx';
import { CountResult } from './count-result.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'cash.handle', request);
  const drawer = await readDrawer(actor);
  if (!drawer) throw new Response(null, { status: 403 });
  if (!drawer.open) throw redirect('/counter/cash');
  const tablets = await readTabletsOfDay(actor);
  const asks = tablets.unsent.length > 0 && !tablets.mayCloseWithout;
  const approvers = asks ? await readApprovers(actor, request.headers) : [];
  const corrections = await readCorrectionsOfDrawer(drawer.open.id);
  return {
    ...{ drawer: drawer.open, noteAbove: drawer.noteAbove, corrections, tablets, approvers },
    key: newId<string>(),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'cash.handle', request);
  return answerDrawer(actor, await requestForm(request), request);
}

export const shouldRevalidate = isReachable;

export const meta: Route.MetaFunction = () => [{ title: 'Count the drawer · Counter' }];

export default function CountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { drawer, noteAbove, corrections, tablets, approvers } = loaderData;
  const answer = useAnswer(actionData as FormRefusal | undefined);
  // What someone types stays while another person counts: their form is refused then, and says who was first.
  const [typedAfter, setTypedAfter] = useState<number | null>(null);
  useLive(['cash'], { paused: typedAfter === drawer.counts });
  return (
    <div className="mx-auto max-w-3xl" onInput={() => setTypedAfter(drawer.counts)}>
      <BackLink to="/counter/cash" label="Cash drawer" />
      <h1 className="mb-5 text-2xl">
        Count {drawerName(drawer.number).toLowerCase()}: {drawer.holder}
      </h1>
      <UnsentNotice />
      <TabletsNotice tablets={tablets} isAsked={approvers.length > 0} />
      {drawer.isCountOld ? (
        <Notice tone="caution" className="mb-5">
          Cash moved since the last count. Count again.
        </Notice>
      ) : null}
      <CashCorrections rows={corrections} />
      <Attempt
        key={`${drawer.id} ${drawer.counts} ${answer && !answer.values.key}`}
        newKey={loaderData.key}
        render={(attempt) =>
          drawer.count ? (
            <CountResult
              {...{ drawer, noteAbove, tablets, approvers, answer, attempt }}
              count={drawer.count}
            />
          ) : (
            <CountForm {...{ drawer, tablets, approvers, answer, attempt }} />
          )
        }
      />
    </div>
  );
}
