/** /counter/orders/ORD042/cash: what was really received and given back at a hand-over, with a reason. */
import { useState } from 'react';
import { useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { mayCloseWithout } from '#core/ground/access/actor.ts';
import { readInCharge } from '#core/sales/cash-desk/charge-queries.server.ts';
import { effectOf, givenWords } from '#core/sales/orders/hand-over/cash-correction.ts';
import { newId } from '#kernel/ids.ts';
import { cents, formatCents, parseCash } from '#kernel/money.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import { readApprovers } from '../kit/approvers-queries.server.ts';
import { Attempt } from '../kit/attempt.tsx';
import { answerOrLost, isReachable, typedAgain } from '../kit/lost-answer.ts';
import { YesFields } from '../kit/yes-fields.tsx';
import type { Route } from './+types/cash.page';
import { answerCash } from './answer-cash.server.ts';
import { readOrderCash } from './order-cash-queries.server.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'cash.handle', request);
  const order = await readOrderCash(params.orderId);
  if (!order) throw new Response(null, { status: 404 });
  const inCharge = (await readInCharge())?.personId ?? null;
  const mayDiffer = mayCloseWithout(actor, inCharge);
  const approvers = mayDiffer ? [] : await readApprovers(actor, request.headers);
  return { order, mayDiffer, approvers, key: newId<string>() };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'cash.handle', request);
  return answerCash(actor, params.orderId, await requestForm(request), request);
}

export const clientAction = (args: Route.ClientActionArgs) => answerOrLost(args, typedAgain);

export const shouldRevalidate = isReachable;

export const meta: Route.MetaFunction = ({ params }) => [{ title: `Cash of ${params.orderId} · Counter` }];

export default function CashPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, key } = loaderData;
  const answer = actionData as FormRefusal | undefined;
  return (
    <div className="mx-auto max-w-2xl">
      <BackLink to={`/counter/orders/${order.number}`} label={order.number} />
      <h1 className="text-2xl wrap-anywhere">
        Correct the cash of {order.number}: {order.customer}
      </h1>
      <p className="figures mt-1 mb-5 text-ink-soft">
        {formatCents(cents(order.owed))} due. On record: {givenWords(order)}.
      </p>
      <Attempt
        key={order.number}
        newKey={key}
        render={(attempt) => (
          <CashForm {...loaderData} attempt={answer?.values.key ?? attempt} answer={answer} />
        )}
      />
    </div>
  );
}

function CashForm({
  order,
  mayDiffer,
  approvers,
  attempt,
  answer,
}: Pick<Route.ComponentProps['loaderData'], 'order' | 'mayDiffer' | 'approvers'> & {
  attempt: string;
  answer: FormRefusal | undefined;
}) {
  const isBusy = useNavigation().formData !== undefined;
  const dollars = (amount: number) => (amount / 100).toFixed(2);
  const values = answer?.values ?? {};
  const [received, setReceived] = useState(values.received ?? dollars(order.received));
  const [change, setChange] = useState(values.change ?? dollars(order.change));
  const typed = { received: parseCash(received), change: parseCash(change) };
  const effect =
    typed.received === null || typed.change === null
      ? 0
      : effectOf(order, { received: typed.received, change: typed.change });
  return (
    <CheckedForm refusal={answer} className="flex flex-col gap-5">
      <input type="hidden" name="key" value={attempt} />
      <input type="hidden" name="seenReceived" value={order.received} />
      <input type="hidden" name="seenChange" value={order.change} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Cash received"
          name="received"
          inputMode="decimal"
          autoComplete="off"
          required
          defaultValue={values.received ?? dollars(order.received)}
          errors={answer?.errors.received}
          onInput={({ currentTarget }) => setReceived(currentTarget.value)}
        />
        <Field
          label="Change given back"
          name="change"
          inputMode="decimal"
          autoComplete="off"
          required
          defaultValue={values.change ?? dollars(order.change)}
          errors={answer?.errors.change}
          onInput={({ currentTarget }) => setChange(currentTarget.value)}
        />
      </div>
      <Field
        label="What happened"
        name="reason"
        maxLength={300}
        autoComplete="off"
        required
        defaultValue={values.reason}
        errors={answer?.errors.reason}
      />
      {effect === 0 ? null : (
        <Notice tone="caution">
          The drawer then holds {formatCents(cents(Math.abs(effect)))} {effect > 0 ? 'more' : 'less'} than its
          records say now.
          {mayDiffer || approvers.length > 0 ? '' : ' An admin or the person in charge corrects that.'}
        </Notice>
      )}
      {/* Without scripts it is there in any case, and may stay empty. */}
      {approvers.length === 0 ? null : (
        <div className={effect === 0 ? 'hidden noscript:block' : ''}>
          <YesFields approvers={approvers} refusal={answer} isRequired={effect !== 0} />
        </div>
      )}
      <Button
        type="submit"
        size="large"
        className="min-h-14 self-start text-lg"
        busy={isBusy}
        busyText="Saving…"
      >
        Correct the cash
      </Button>
    </CheckedForm>
  );
}
