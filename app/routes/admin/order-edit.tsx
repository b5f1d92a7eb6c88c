/** Edit an order: lines, quantities, pickup time, note, with the reason. Nothing is overwritten that somebody else saved. */
import { data, Link, useNavigation } from 'react-router';
import { findProductToAdd } from '#features/catalogue/find-product-queries.server.ts';
import { requirePermission } from '#features/identity/guards.server.ts';
import { editOrder } from '#features/orders/edit-order.server.ts';
import { readManagedOrder } from '#features/orders/managed-order-queries.server.ts';
import { hasEnded } from '#features/orders/order.ts';
import { editMessage, MAXIMUM_UNITS, orderEditForm, readQuantities } from '#features/orders/order-edit.ts';
import { readSlots } from '#features/pickup/slots-queries.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { systemClock } from '#kernel/time.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { type FormRefusal, readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field, SelectField, TextAreaField } from '#ui/field.tsx';
import { readBase } from '#ui/form/read-base.ts';
import { SaveForm } from '#ui/form/save-form.tsx';
import { useLive } from '#ui/live/use-live.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/order-edit';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const { zone } = (await readSettings()).store;
  const [order, days] = await Promise.all([
    readManagedOrder(actor, params.orderId, zone),
    readSlots(systemClock(), 0),
  ]);
  if (!order) throw new Response(null, { status: 404 });
  const back = `/admin/orders/${order.number}`;
  if (hasEnded(order.status.value))
    throw redirectWithFlash(back, 'This order has ended, so it can no longer be edited.', 'info');
  return { order, days };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const form = await requestForm(request);
  const read = readForm(form, orderEditForm);
  if (!read.ok) return refused(read.refused());
  const lines = readQuantities(form);
  if (!lines) return refused(read.refused(`Quantities are whole numbers from 0 to ${MAXIMUM_UNITS}.`));
  const { add, slot, note, reason, version } = read.value;
  if (add !== '') {
    const found = await findProductToAdd(add);
    if (!found)
      return refused({ ...read.refused(), errors: { add: [`No product has the number or UPC ‘${add}’.`] } });
    const line = lines.find(({ productId }) => productId === found);
    if (line) line.quantity = Math.min(MAXIMUM_UNITS, line.quantity + 1);
    else lines.push({ productId: found, quantity: 1 });
  }
  const outcome = await editOrder(
    actor,
    params.orderId,
    { version, slotStartsAt: slot, note, reason, lines },
    { base: readBase(form), mine: read.refused().values },
  );
  if (!outcome.ok) {
    const { problem } = outcome;
    if (problem.kind === 'not-found') throw new Response(null, { status: 404 });
    const refusal = read.refused(editMessage(problem));
    return refused(problem.kind === 'stale' ? { ...refusal, stale: problem.stale } : refusal, 409);
  }
  return redirectWithFlash(`/admin/orders/${params.orderId}`, `${params.orderId} saved.`, 'success');
}

function refused(refusal: FormRefusal, status = 400) {
  return data(refusal, { status });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Edit ${loaderData?.order.number ?? 'order'} · Admin` },
];

export default function OrderEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { order, days } = loaderData;
  const navigation = useNavigation();
  const live = useLive([`order:${order.id}`], { paused: true });
  const path = `/admin/orders/${order.number}`;
  const isPaid = order.payment.value === 'paid';
  const base: Record<string, string> = {
    slot: order.pickup?.startsAt ?? '',
    note: order.note,
    ...Object.fromEntries(order.lines.map((line) => [`quantity-${line.productId}`, String(line.quantity)])),
  };
  const values = actionData?.values ?? base;
  const errors = actionData?.errors ?? {};
  const isOffered = days.some((day) => day.slots.some((slot) => slot.startsAt === base.slot));
  return (
    <div className="max-w-3xl">
      <p className="mb-3">
        <Link to={path} className="text-spruce-700 underline underline-offset-4">
          {order.number}
        </Link>
      </p>
      <h1 className="mb-6 text-2xl">Edit {order.number}</h1>
      <div role="status">
        {live.isStale && navigation.state === 'idle' ? (
          <Notice
            tone="caution"
            title="Somebody has changed this order since you opened it."
            className="mb-6"
          >
            Save all the same: nothing is overwritten, and you see what changed before you decide.
          </Notice>
        ) : null}
      </div>
      <SaveForm refusal={actionData} version={order.version} base={base} className="flex flex-col gap-8">
        <fieldset className="min-w-0">
          <legend className="mb-2 text-lg font-medium">Lines</legend>
          {isPaid ? (
            <p className="mb-2 text-ink-soft">This order is paid, so its lines stay as they are.</p>
          ) : null}
          <ul className="divide-y divide-line border-y border-line">
            {order.lines.map((line) => {
              const name = `quantity-${line.productId}`;
              return (
                <li
                  key={line.productId}
                  className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3"
                >
                  <span className="min-w-0 flex-1 basis-56">{line.name}</span>
                  <Field
                    label={
                      <>
                        Quantity<span className="sr-only"> of {line.name}</span>
                      </>
                    }
                    name={name}
                    type="number"
                    inputMode="numeric"
                    min={0}
                    max={MAXIMUM_UNITS}
                    required
                    readOnly={isPaid}
                    defaultValue={values[name] ?? String(line.quantity)}
                    className="w-28"
                  />
                </li>
              );
            })}
          </ul>
          <p className="mt-2 text-xs text-ink-soft">
            0 takes a line off the order and puts its units back on the shelf.
          </p>
          {isPaid ? null : (
            <Field
              label="Add a product"
              name="add"
              hint="Its number (from the product’s address) or its UPC; scan it."
              autoComplete="off"
              defaultValue={values.add}
              errors={errors.add}
              className="mt-4 max-w-sm"
            />
          )}
        </fieldset>
        <SelectField
          label="Pickup time"
          name="slot"
          defaultValue={values.slot}
          errors={errors.slot}
          className="max-w-sm"
        >
          {isOffered ? null : (
            <option value={base.slot}>{order.pickup?.starts ?? 'No time chosen'} (as now)</option>
          )}
          {days.map((day) => (
            <optgroup key={day.date} label={day.label}>
              {day.slots.map((slot) => (
                <option
                  key={slot.startsAt}
                  value={slot.startsAt}
                  disabled={slot.full && slot.startsAt !== base.slot}
                >
                  {day.label}, {slot.label}
                  {slot.full ? ' (full)' : ''}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <TextAreaField
          label="Note for staff"
          name="note"
          hint="The customer never sees it."
          rows={3}
          maxLength={1000}
          defaultValue={values.note}
          errors={errors.note}
        />
        <Field
          label="Reason for the change"
          name="reason"
          required
          maxLength={500}
          hint="Kept in the order’s history."
          defaultValue={actionData?.values.reason}
          errors={errors.reason}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={navigation.formAction?.endsWith('/edit') ?? false} busyText="Saving…">
            Save changes
          </Button>
          <ButtonLink to={path} rank="quiet">
            Back without saving
          </ButtonLink>
        </div>
      </SaveForm>
    </div>
  );
}
