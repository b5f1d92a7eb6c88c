/** Renders the closings of a day, with what was open and why, and the form that closes it. */
import { useNavigation } from 'react-router';
import { LONGEST_NOTE } from '#core/goods/reconciliation/reconciliation.ts';
import { formatNumber } from '#kernel/number.ts';
import { Panel } from '#office/kit/panel.tsx';
import { Button } from '#ui/button.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import type { ShownClosing, ShownDay } from './present-day.ts';

/** The table above has all of them. */
const OPEN_SHOWN = 10;

export function DayClosing({
  label,
  shown,
  formKey,
  refusal,
}: {
  label: string;
  shown: ShownDay;
  formKey: string;
  refusal: FormRefusal | undefined;
}) {
  const { closings, open, seen } = shown;
  const isBusy = useNavigation().formMethod === 'POST';
  const isClosed = closings.length > 0;
  return (
    <Panel title="Closing" id="closing" className="max-w-3xl">
      {closings.map((closing) => (
        <Closing key={closing.attempt} closing={closing} />
      ))}
      {open.length === 0 ? (
        <p className="mb-4">Shelf, ledger and state agree for every lot.</p>
      ) : (
        <>
          <p>Not settled. Settle it first, or say why you close the day anyway.</p>
          <ul className="mt-1 mb-4 list-disc pl-5">
            {open.slice(0, OPEN_SHOWN).map(({ lot, what }) => (
              <li key={`${lot} ${what}`}>
                {lot}: {what}
              </li>
            ))}
            {open.length > OPEN_SHOWN ? <li>{open.length - OPEN_SHOWN} more above</li> : null}
          </ul>
        </>
      )}
      {isClosed ? <p className="mb-4">The earlier closing stays on record.</p> : null}
      <CheckedForm refusal={refusal} className="flex max-w-2xl flex-col gap-4 print:hidden">
        <input type="hidden" name="key" value={refusal?.values.key ?? formKey} />
        <input type="hidden" name="seen" value={seen} />
        {open.length > 0 ? (
          <TextAreaField
            name="note"
            label="Why you close the day anyway"
            required
            maxLength={LONGEST_NOTE}
            defaultValue={refusal?.values.note}
            errors={refusal?.errors.note}
          />
        ) : null}
        <div>
          <Button type="submit" busy={isBusy} busyText="Closing…" rank={isClosed ? 'secondary' : 'primary'}>
            {isClosed ? `Close ${label} again` : `Close ${label}`}
          </Button>
        </div>
      </CheckedForm>
    </Panel>
  );
}

function Closing({ closing }: { closing: ShownClosing }) {
  const { by, at, lots, units, open, note } = closing;
  return (
    <div className="mb-5 border-l-4 border-line pl-4">
      <p className="figures">
        Closed {at} by {by}: {formatNumber(lots)} {lots === 1 ? 'lot' : 'lots'}, {formatNumber(units)}{' '}
        {units === 1 ? 'unit' : 'units'}, {open.length} {open.length === 1 ? 'item' : 'items'} open.
      </p>
      {note ? <p className="mt-1 wrap-anywhere">{note}</p> : null}
      {open.length > 0 ? (
        <details className="mt-1">
          <summary className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4">
            What was open
          </summary>
          <ul className="list-disc pl-5 text-sm">
            {open.map(({ lot, what, cure }) => (
              <li key={`${lot} ${what}`}>
                {lot}: {what}. {cure}.
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}
