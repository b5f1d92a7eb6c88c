/** /counter/orders/ORD042/exchange: units of a handed-over order come back, others go out, and the difference is paid. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { readOpenDrawer } from '#core/sales/cash-desk/drawer-queries.server.ts';
import { readExchange } from '#core/sales/orders/exchange/exchange-queries.server.ts';
import { stateName } from '#core/sales/orders/id-card/issuers.ts';
import { REFUNDED_MEANWHILE } from '#core/sales/orders/refunds/refund.ts';
import { readRefundable } from '#core/sales/orders/refunds/refunds-queries.server.ts';
import { newId } from '#kernel/ids.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { BackLink } from '#ui/page-head.tsx';
import type { CounterAnswer } from '../hand-over/scanned-id.ts';
import { readApprovers } from '../kit/approvers-queries.server.ts';
import { Attempt } from '../kit/attempt.tsx';
import { answerOrLost, isReachable, typedAgain } from '../kit/lost-answer.ts';
import { NoDrawerNotice } from '../kit/no-drawer-notice.tsx';
import { readFoundProducts } from '../kit/products-to-add-queries.server.ts';
import type { Route } from './+types/exchange.page';
import { answerExchange } from './answer-exchange.server.ts';
import { ChooseExchange } from './choose-exchange.tsx';
import { ExchangeForm } from './exchange-form.tsx';
import { wantedOf } from './exchange-forms.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'refunds.record', request);
  const order = await readRefundable(actor, params.orderId);
  if (!order?.wasHandedOver)
    throw redirectWithFlash(`/counter/orders/${params.orderId}`, REFUNDED_MEANWHILE, 'info');
  const { searchParams } = new URL(request.url);
  const find = (searchParams.get('find') ?? '').trim().slice(0, 100);
  const wanted = wantedOf(searchParams);
  const { compliance, store } = await readSettings();
  const [exchange, found, drawer, approvers] = await Promise.all([
    wanted && readExchange(order, wanted),
    find === '' ? null : readFoundProducts(find),
    readOpenDrawer(),
    readApprovers(actor, request.headers, 'refunds'),
  ]);
  return {
    ...{ order, find, found, approvers, exchange, chosen: searchParams.get('back') ?? '' },
    ...{ minimumAge: compliance.minimumAge, homeState: stateName(store.state) },
    ...{ lacksDrawer: drawer === null, key: newId<string>() },
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'refunds.record', request);
  return answerExchange(actor, params.orderId, await requestForm(request), request);
}

export const clientAction = (args: Route.ClientActionArgs) => answerOrLost(args, typedAgain);

export const shouldRevalidate = isReachable;

export const meta: Route.MetaFunction = ({ params }) => [{ title: `Exchange ${params.orderId} · Counter` }];

export default function ExchangePage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, exchange, lacksDrawer, key } = loaderData;
  const answer = useAnswer(actionData as CounterAnswer | undefined);
  return (
    <div className="mx-auto max-w-4xl">
      <BackLink to={`/counter/orders/${order.number}`} label={order.number} />
      <h1 className="mb-5 text-2xl wrap-anywhere">
        Exchange of {order.number}: {order.customer}
      </h1>
      {lacksDrawer ? <NoDrawerNotice className="mb-5" /> : null}
      {exchange ? (
        <Attempt
          key={JSON.stringify([exchange.back, exchange.out])}
          newKey={key}
          render={(attempt) => (
            <ExchangeForm
              {...loaderData}
              exchange={exchange}
              attempt={answer?.values.key ?? attempt}
              answer={answer}
            />
          )}
        />
      ) : (
        <ChooseExchange {...loaderData} />
      )}
    </div>
  );
}
