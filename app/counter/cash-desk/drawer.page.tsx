/** /counter/cash: open the cash drawer, move cash in and out, and see what was moved. */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readDrawer } from '#core/sales/cash-desk/drawer-queries.server.ts';
import { readLateCash } from '#core/sales/cash-desk/late-cash-queries.server.ts';
import { LateCashNotice } from '#core/sales/cash-desk/ui/late-cash-notice.tsx';
import { readRefusedHandOvers } from '#core/sales/orders/hand-over/refused-hand-overs-queries.server.ts';
import { hasDrawerPrinter } from '#core/sales/printing/printers-queries.server.ts';
import { newId } from '#kernel/ids.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { BackLink } from '#ui/page-head.tsx';
import { Attempt } from '../kit/attempt.tsx';
import { isReachable } from '../kit/lost-answer.ts';
import type { Route } from './+types/drawer.page';
import { answerDrawer } from './answer-drawer.server.ts';
import { answerNoSale, readApproversFor } from './answer-no-sale.server.ts';
import { CashWithoutRecord } from './cash-without-record.tsx';
import { NoDrawer } from './no-drawer.tsx';
import { NoSale } from './no-sale.tsx';
import { OpenDrawerView } from './open-drawer.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'cash.handle', request);
  const drawer = await readDrawer(actor);
  if (!drawer) throw new Response(null, { status: 403 });
  return {
    drawer,
    refused: await readRefusedHandOvers(actor),
    late: await readLateCash(),
    opensDrawer: await hasDrawerPrinter(),
    approvers: await readApproversFor(actor, request),
    key: newId<string>(),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'cash.handle', request);
  const form = await requestForm(request);
  return form.get('intent') === 'no-sale'
    ? answerNoSale(actor, form, request)
    : answerDrawer(actor, form, request);
}

export const shouldRevalidate = isReachable;

export const meta: Route.MetaFunction = () => [{ title: 'Cash drawer · Counter' }];

export default function DrawerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { approvers } = loaderData;
  const { open, last } = loaderData.drawer;
  const answered = useAnswer(actionData as FormRefusal | undefined);
  const isNoSale = answered?.values.intent === 'no-sale';
  const answer = isNoSale ? undefined : answered;
  useLive(['cash']);
  return (
    <div className="mx-auto max-w-5xl">
      <BackLink to="/counter" label="Counter" />
      <CashWithoutRecord refused={loaderData.refused} />
      <LateCashNotice late={loaderData.late} className="mb-5" />
      {open ? (
        <Attempt
          key={`${open.id} ${open.ownEntries} ${attemptOf(answer)}`}
          newKey={loaderData.key}
          render={(key) => <OpenDrawerView drawer={open} attempt={key} answer={answer} />}
        />
      ) : (
        <Attempt
          key={attemptOf(answer)}
          newKey={loaderData.key}
          render={(key) => <NoDrawer last={last} attempt={key} answer={answer} />}
        />
      )}
      {loaderData.opensDrawer ? (
        <Attempt
          key={`no-sale ${attemptOf(isNoSale ? answered : undefined)}`}
          newKey={loaderData.key}
          render={(key) => (
            <NoSale approvers={approvers ?? null} attempt={key} refusal={isNoSale ? answered : undefined} />
          )}
        />
      ) : null}
    </div>
  );
}

/** Changes when an attempt ends: the next one starts with empty fields and a key of its own. */
const attemptOf = (answer: FormRefusal | undefined) => (answer ? (answer.values.key ?? 'used') : 'none');
