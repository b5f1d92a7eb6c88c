/** Edit an order: lines, quantities, pickup time, note, with the reason. Nothing is overwritten that somebody else saved. */
import { data, Link, useNavigation } from 'react-router';
import { findProductToAdd, productNames } from '#features/catalogue/find-product-queries.server.ts';
import { requirePermission } from '#features/identity/guards.server.ts';
import { editOrder } from '#features/orders/edit-order.server.ts';
import { readManagedOrder } from '#features/orders/managed-order-queries.server.ts';
import { hasEnded } from '#features/orders/order.ts';
import {
  editMessage,
  formLines,
  LONGEST_NOTE,
  MAXIMUM_UNITS,
  productsOfForm,
  quantityField,
  readQuantities,
} from '#features/orders/order-edit.ts';
import { orderEditForm } from '#features/orders/order-edit-form.ts';
import { EditLines } from '#features/orders/ui/edit-lines.tsx';
import { readSlots, type SlotDay } from '#features/pickup/slots-queries.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { systemClock } from '#kernel/time.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { type FormRefusal, readForm } from '#platform/form.ts';
import { requestForm } from '#platform/request-body.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field, SelectField, TextAreaField } from '#ui/field.tsx';
import { readBase, readBegan } from '#ui/form/read-base.ts';
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

/** Also after a refusal: what somebody else saved is what the next save is compared with. */
export const shouldRevalidate = () => true;

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const form = await requestForm(request);
  const read = readForm(form, orderEditForm);
  // A note may be longer than what is sent back of other forms' fields.
  const values: Record<string, string> = {
    ...read.refused().values,
    note: String(form.get('note') ?? '').slice(0, LONGEST_NOTE),
  };
  const refused = async (refusal: Partial<FormRefusal>, status = 400) =>
    data(
      {
        errors: {},
        ...readBegan(form),
        ...refusal,
        values,
        names: Object.fromEntries(await productNames(productsOfForm(values))),
      },
      { status },
    );
  if (!read.ok) return refused(read.refused());
  const lines = readQuantities(form);
  if (!lines) return refused({ message: `Quantities are whole numbers from 0 to ${MAXIMUM_UNITS}.` });
  const { add, slot, note, reason, version } = read.value;
  if (add !== '') {
    const found = await findProductToAdd(add);
    if (!found) return refused({ errors: { add: [`No product has the number or UPC ‘${add}’.`] } });
    const line = lines.find(({ productId }) => productId === found);
    if (line) line.quantity = Math.min(MAXIMUM_UNITS, line.quantity + 1);
    else lines.push({ productId: found, quantity: 1 });
  }
  const outcome = await editOrder(
    actor,
    params.orderId,
    { version, slotStartsAt: slot, note, reason, lines },
    { base: readBase(form), mine: values },
  );
  const back = `/admin/orders/${params.orderId}`;
  if (outcome.ok)
    return outcome.value.changed
      ? redirectWithFlash(back, `${params.orderId} saved.`, 'success')
      : redirectWithFlash(back, 'Nothing was changed.', 'info');
  const { problem } = outcome;
  const message = editMessage(problem);
  if (problem.kind === 'not-found') throw new Response(null, { status: 404 });
  if (problem.kind === 'ended') return redirectWithFlash(back, message, 'error');
  return refused(problem.kind === 'stale' ? { message, stale: problem.stale } : { message }, 409);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Edit ${loaderData?.order.number ?? 'order'} · Admin` },
];

export default function OrderEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { order, days } = loaderData;
  const navigation = useNavigation();
  const live = useLive([`order:${order.id}`], { paused: true });
  const path = `/admin/orders/${order.number}`;
  const base: Record<string, string> = {
    slot: order.pickup?.startsAt ?? '',
    note: order.note,
    ...Object.fromEntries(order.lines.map((line) => [quantityField(line.productId), String(line.quantity)])),
  };
  const values: Readonly<Record<string, string>> = actionData?.values ?? base;
  const errors = actionData?.errors ?? {};
  const typedSlot = actionData?.stale?.changes.find(({ field }) => field === 'slot')?.mineText;
  return (
    <div className="max-w-3xl">
      <p className="mb-1">
        <Link
          to={path}
          className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
        >
          {order.number}
        </Link>
      </p>
      <h1 className="mb-6 text-2xl">Edit {order.number}</h1>
      <div role="status">
        {live.isStale && navigation.state === 'idle' && !actionData?.stale ? (
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
        <EditLines
          lines={formLines(order.lines, values, actionData?.names ?? {})}
          isPaid={order.payment.value === 'paid' || order.payment.value === 'refunded'}
          add={{ value: values.add, errors: errors.add }}
        />
        <SelectField
          label="Pickup time"
          name="slot"
          defaultValue={values.slot}
          errors={errors.slot}
          className="max-w-sm"
        >
          <SlotOptions
            days={days}
            now={{ value: base.slot ?? '', text: order.pickup?.starts ?? 'No time chosen' }}
            typed={{ value: values.slot ?? '', text: typedSlot ?? 'As it was' }}
          />
        </SelectField>
        <TextAreaField
          label="Note for staff"
          name="note"
          hint="The customer never sees it."
          rows={3}
          maxLength={LONGEST_NOTE}
          defaultValue={values.note}
          errors={errors.note}
        />
        <Field
          label="Reason for the change"
          name="reason"
          required
          maxLength={500}
          hint="Kept in the order’s history."
          defaultValue={values.reason}
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

type SlotText = { value: string; text: string };

/** Every slot that can still be reached, and before them the times that are no such slot: the order's own, and what was chosen. */
function SlotOptions({ days, now, typed }: { days: readonly SlotDay[]; now: SlotText; typed: SlotText }) {
  const offered = new Set(days.flatMap((day) => day.slots.map(({ startsAt }) => startsAt)));
  return (
    <>
      {offered.has(now.value) ? null : <option value={now.value}>{now.text} (as now)</option>}
      {offered.has(typed.value) || typed.value === now.value ? null : (
        <option value={typed.value}>{typed.text}</option>
      )}
      {days.map((day) => (
        <optgroup key={day.date} label={day.label}>
          {day.slots.map((slot) => (
            <option
              key={slot.startsAt}
              value={slot.startsAt}
              disabled={slot.full && slot.startsAt !== now.value}
            >
              {day.label}, {slot.label}
              {slot.full ? ' (full)' : ''}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  );
}
