/** Renders the hand-over on one screen: the units and the ID on one side, the cash and the button on the other. */
import { type ReactNode, useEffect } from 'react';
import { useNavigation } from 'react-router';
import { useScanner } from '#core/sales/orders/scan/use-scanner.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { Notice } from '#ui/notice.tsx';
import { useToast } from '#ui/toast.tsx';
import type { CounterOrder } from '../day/counter-order.ts';
import { accept, warn } from '../kit/shift-sound.ts';
import { OutWords, TakeOutFirst } from '../kit/take-out-first.tsx';
import { useConnection } from '../network/use-connection.ts';
import { CashField } from './cash-field.tsx';
import { FEWER } from './fewer-units.ts';
import { HandOverLines } from './hand-over-lines.tsx';
import { IdCheckFields } from './id-check-fields.tsx';
import { REFUSE_FORM } from './refuse-form.tsx';
import type { CounterAnswer } from './scanned-id.ts';
import { useReadingFirst } from './use-reading.ts';
import { useTyped } from './use-typed.ts';

/** Buttons of the form that hand nothing over. */
const sideButtons = ['readBarcode', 'takeOut', FEWER];

export function HandOverForm({
  order,
  minimumAge,
  attempt,
  refusal,
  ways,
}: {
  order: CounterOrder;
  minimumAge: number;
  attempt: string;
  refusal: CounterAnswer | undefined;
  ways: ReactNode;
}) {
  const sent = useNavigation().formData;
  const isBusy = sent?.get('intent') === 'hand-over' && !sideButtons.some((name) => sent.has(name));
  const isLost = useConnection().lostSince !== null;
  const typedHere = useTyped(isLost ? null : `/counter/orders/${order.number}/typed`);
  const refuseWhileReading = useReadingFirst();
  useEffect(() => {
    if (refusal?.out) accept();
  }, [refusal]);
  const typed = refusal?.values ?? {};
  // Whether an ID has the holder's name is said of one holder: another one is compared again.
  const values = typed.holder === order.holder ? typed : { ...typed, nameMatches: '' };
  const errors = refusal?.errors ?? {};
  return (
    <CheckedForm
      refusal={refusal}
      focus="summary"
      ways={ways}
      onInput={({ currentTarget }) => typedHere.save(currentTarget)}
      onSubmit={(event) => {
        if (!refuseWhileReading(event)) typedHere.cancel();
      }}
      className="flex flex-col gap-5"
    >
      {/* Enter in a field presses a form's first button: this one, not 'Read the barcode'. */}
      <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />
      <input type="hidden" name="intent" value="hand-over" />
      <input type="hidden" name="version" value={order.version} />
      <input type="hidden" name="key" value={attempt} />
      <input type="hidden" name="owed" value={order.owed} />
      <input type="hidden" name="holder" value={order.holder} />
      {/* In this form, so that a press loses nothing that was typed or scanned. */}
      <TakeOutFirst
        rows={order.takeOut}
        button={(row) => (
          <Button
            type="submit"
            name="takeOut"
            value={row.id}
            className="min-h-12"
            busy={sent?.get('takeOut') === row.id}
            busyText="Saving…"
          >
            <OutWords {...row} />
          </Button>
        )}
      />
      <p
        role="status"
        className={refusal?.out ? 'rounded-control bg-spruce-100 p-4 font-semibold' : 'sr-only'}
      >
        {refusal?.out}
      </p>
      <div className="grid items-start gap-5 md:grid-cols-[minmax(0,1fr)_20rem] lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
        <div className="flex min-w-0 flex-col gap-5">
          <HandOverLines lines={order.lines} left={order.left} mayTakeFewer={!order.isPaid && !isLost} />
          {order.isWalkIn ? (
            <CheckedId order={order} />
          ) : order.requiresId ? (
            <IdCheckFields
              holder={order.holder}
              customer={order.holder === order.customer ? null : order.customer}
              homeState={order.homeState}
              minimumAge={minimumAge}
              values={values}
              errors={errors}
              scan={refusal?.scan}
              scanned={refusal?.scanned ?? null}
            />
          ) : (
            <NoIdCheck />
          )}
        </div>
        <div className="flex flex-col gap-4 rounded-surface bg-cream p-4 md:sticky md:top-4">
          <CashField
            order={order}
            owed={order.owed}
            rounding={order.rounding}
            isPaid={order.isPaid}
            typed={values.cashReceived ?? (order.isPaid ? '0' : '')}
            errors={errors.cashReceived}
          />
          {refusal?.suggests ? (
            <a href={`#${REFUSE_FORM}`} className={buttonClass('danger', 'large', 'min-h-16 w-full text-lg')}>
              Refuse order
            </a>
          ) : null}
          <Button
            type="submit"
            rank={refusal?.suggests ? 'quiet' : 'primary'}
            size="large"
            busy={isBusy}
            busyText="Completing…"
            className="min-h-16 w-full text-lg"
          >
            Paid and handed over
          </Button>
        </div>
      </div>
    </CheckedForm>
  );
}

function NoIdCheck() {
  const toast = useToast();
  // Without an answer a scanned license looks accepted.
  useScanner(() => {
    warn();
    toast.show('Nothing was checked: this order needs no ID.', { about: 'no-id-check' });
  });
  return <Notice>No ID check: nothing in this order requires it.</Notice>;
}

/** A walk-in's ID is checked before anything is added. */
function CheckedId({ order: { idChecked, requiresId } }: { order: CounterOrder }) {
  if (idChecked)
    return (
      <Notice tone="success">
        ID checked by {idChecked.by} at {idChecked.at}. Hand over to the same person only.
      </Notice>
    );
  return requiresId ? (
    <Notice tone="error">The ID was not checked today. Refuse the order, and start the walk-in again.</Notice>
  ) : null;
}
