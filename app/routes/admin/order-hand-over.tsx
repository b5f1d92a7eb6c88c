/** The hand-over: look at the ID, take the cash, complete the order; or refuse, with the reason. */

import { data, Link, useNavigation } from 'react-router';
import { limitMessageForStaff } from '#features/compliance/purchase-limits.ts';
import { requirePermission } from '#features/identity/guards.server.ts';
import { batchesLabel } from '#features/inventory/lots.ts';
import { handOverOrder, refuseHandOver } from '#features/orders/hand-over-order.server.ts';
import { idKindLabel, idMessage, idProblemField, idRefusalLabel } from '#features/orders/id-check.ts';
import { handOverForm, refuseForm } from '#features/orders/id-check-form.ts';
import { readManagedOrder } from '#features/orders/managed-order-queries.server.ts';
import { statusMessage } from '#features/orders/order-status.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { idKinds, idRefusals } from '#kernel/statuses.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { type FormRefusal, readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField, Field, SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { Route } from './+types/order-hand-over';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const settings = await readSettings();
  const order = await readManagedOrder(actor, params.orderId, settings.store.zone);
  if (!order) throw new Response(null, { status: 404 });
  if (order.status.value !== 'ready')
    throw redirectWithFlash(
      `/admin/orders/${order.number}`,
      'Only an order that is ready for pickup can be handed over.',
      'info',
    );
  return { order, minimumAge: settings.compliance.minimumAge };
}

/** Also after a refusal, which may be because the order is no longer as this page shows it. */
export const shouldRevalidate = () => true;

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const back = `/admin/orders/${params.orderId}`;
  const form = await requestForm(request);
  if (form.get('intent') === 'refuse') {
    const read = readForm(form, refuseForm);
    if (!read.ok) return refused(read.refused());
    const outcome = await refuseHandOver(actor, params.orderId, read.value);
    return outcome.ok
      ? redirectWithFlash(
          back,
          `${params.orderId} was refused and its units are back on the shelf.`,
          'success',
        )
      : refused(read.refused(statusMessage(outcome.problem)), 409);
  }
  const read = readForm(form, handOverForm);
  if (!read.ok) return refused(read.refused());
  const outcome = await handOverOrder(actor, params.orderId, read.value);
  if (outcome.ok) {
    const { change } = outcome.value;
    const money = change > 0 ? ` Give back ${formatCents(cents(change))}.` : '';
    return redirectWithFlash(back, `${params.orderId} is completed.${money}`, 'success');
  }
  const { problem } = outcome;
  switch (problem.kind) {
    case 'id':
      return refused({
        ...read.refused(),
        errors: { [idProblemField[problem.problem.kind]]: [idMessage(problem.problem)] },
      });
    case 'cash-short':
      return refused({
        ...read.refused(),
        errors: { cashReceived: [`${formatCents(cents(problem.missing))} is still owed.`] },
      });
    case 'over-limit':
      return refused(read.refused(limitMessageForStaff(problem.problem)), 409);
    default:
      return refused(read.refused(statusMessage(problem)), 409);
  }
}

function refused(refusal: FormRefusal, status = 400) {
  return data(refusal, { status });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Hand over ${loaderData?.order.number ?? 'order'} · Admin` },
];

export default function HandOver({ loaderData, actionData }: Route.ComponentProps) {
  const { order, minimumAge } = loaderData;
  const navigation = useNavigation();
  const sending = navigation.formData?.get('intent') ?? null;
  const values = actionData?.values ?? {};
  const errors = actionData?.errors ?? {};
  const isRefusing = values.intent === 'refuse';
  const version = String(order.version);
  const units = order.lines.reduce((sum, line) => sum + line.quantity, 0);
  return (
    <div className="max-w-2xl">
      <p className="mb-1">
        <Link
          to={`/admin/orders/${order.number}`}
          className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
        >
          {order.number}
        </Link>
      </p>
      <h1 className="text-2xl">Hand over {order.number}</h1>
      <p className="figures mt-1 mb-4 break-words text-ink-soft">
        {order.customer.name} · {units === 1 ? '1 unit' : `${units} units`} ·{' '}
        {order.payment.value === 'paid' ? 'paid already' : `${formatCents(cents(order.total))} in cash`}
      </p>
      <ul aria-label="To hand over" className="mb-8 divide-y divide-line border-y border-line">
        {order.lines.map((line) => (
          <li key={line.productId} className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 py-2">
            <span className="figures font-semibold">{line.quantity} ×</span>
            <span className="min-w-0">
              <span className="font-medium">{line.name}</span>{' '}
              <span className="text-ink-soft">{batchesLabel(line.batches)}</span>
            </span>
          </li>
        ))}
      </ul>
      <CheckedForm
        refusal={isRefusing ? undefined : actionData}
        focus="summary"
        className="flex flex-col gap-6"
      >
        <input type="hidden" name="intent" value="hand-over" />
        <input type="hidden" name="version" value={version} />
        {order.requiresId ? (
          <fieldset className="grid gap-5 sm:grid-cols-2">
            <legend className="mb-3 font-display text-lg font-medium">ID check</legend>
            <SelectField
              label="Kind of ID"
              name="idKind"
              defaultValue={values.idKind ?? ''}
              errors={errors.idKind}
              className="sm:col-span-2"
            >
              <option value="" disabled>
                Choose
              </option>
              {idKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {idKindLabel[kind]}
                </option>
              ))}
            </SelectField>
            <Field
              label="Issued by"
              name="idIssuer"
              required
              maxLength={60}
              autoComplete="off"
              defaultValue={values.idIssuer}
              errors={errors.idIssuer}
            />
            <Field
              label="Expires"
              name="idExpiresOn"
              type="date"
              required
              defaultValue={values.idExpiresOn}
              errors={errors.idExpiresOn}
            />
            <Field
              label="Birth date on the ID"
              name="idBirthDate"
              type="date"
              required
              hint={`${minimumAge} or older today. Checked and not kept.`}
              defaultValue={values.idBirthDate}
              errors={errors.idBirthDate}
            />
            <CheckboxField
              label={`The name on the ID is ${order.customer.name}`}
              name="nameMatches"
              value="1"
              defaultChecked={values.nameMatches === '1'}
              errors={errors.nameMatches}
              className="sm:col-span-2"
            />
          </fieldset>
        ) : null}
        <Field
          label="Cash received"
          name="cashReceived"
          inputMode="decimal"
          required
          hint={
            order.payment.value === 'paid'
              ? 'The order is paid already, so nothing is owed.'
              : `The order is ${formatCents(cents(order.total))}.`
          }
          defaultValue={values.cashReceived ?? (order.payment.value === 'paid' ? '0' : undefined)}
          errors={errors.cashReceived}
          className="max-w-xs"
        />
        <Button
          type="submit"
          size="large"
          busy={sending === 'hand-over'}
          busyText="Completing…"
          className="self-start"
        >
          Paid and handed over
        </Button>
      </CheckedForm>
      <details open={isRefusing} className="mt-12 border-t border-line pt-4">
        <summary className="inline-flex min-h-11 items-center font-medium text-clay-700">
          Refuse this order
        </summary>
        <CheckedForm
          refusal={isRefusing ? actionData : undefined}
          focus="summary"
          idPrefix="refuse-"
          className="mt-3 flex flex-col gap-5"
        >
          <input type="hidden" name="intent" value="refuse" />
          <input type="hidden" name="version" value={version} />
          <SelectField
            label="Why"
            name="refusal"
            defaultValue=""
            errors={errors.refusal}
            className="max-w-sm"
          >
            <option value="" disabled>
              Choose
            </option>
            {idRefusals.map((refusal) => (
              <option key={refusal} value={refusal}>
                {idRefusalLabel[refusal]}
              </option>
            ))}
          </SelectField>
          <Field label="Note" name="note" maxLength={500} autoComplete="off" />
          <p className="text-ink-soft">
            The order ends, its units go back on the shelf, and the refusal is on record.
          </p>
          <Button
            type="submit"
            rank="danger"
            busy={sending === 'refuse'}
            busyText="Refusing…"
            className="self-start"
          >
            Refuse and end the order
          </Button>
        </CheckedForm>
      </details>
    </div>
  );
}
