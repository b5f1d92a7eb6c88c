/** Renders the form that changes a lot's units, and asks which order goes without when no other lot has units. */
import { useState } from 'react';
import { Link, useNavigation } from 'react-router';
import {
  type AdjustReason,
  adjustConsequence,
  adjustReasonLabel,
  adjustReasons,
  adjustUnitsLabel,
  changeLine,
} from '#core/goods/stock/adjustment.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field, TextAreaField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import type { HeldLine } from './held-lines-queries.server.ts';
import type { LotView } from './lot-queries.server.ts';

/** `lines` hold units of the lot: staff choose which of them go without. */
export type AdjustRefusal = FormRefusal & {
  lines: readonly HeldLine[];
  chosen: readonly string[];
  /** The large drop to confirm, as in '32 → 1'. */
  confirm?: string;
};

export function AdjustForm({ lot, refusal }: { lot: LotView; refusal: AdjustRefusal | undefined }) {
  const values = refusal?.values ?? {};
  const errors = refusal?.errors ?? {};
  const [reason, setReason] = useState<AdjustReason | null>(readAdjustReason(values.reason));
  const [units, setUnits] = useState(values.units ?? '');
  const busy = useNavigation().formMethod === 'POST';
  return (
    <CheckedForm refusal={refusal} className="flex flex-col gap-6">
      {refusal && refusal.lines.length > 0 ? (
        <HeldLines lines={refusal.lines} chosen={refusal.chosen} />
      ) : null}
      {/* What the form showed: a lot that has changed since is refused. */}
      <input type="hidden" name="expected" value={lot.onHand} />
      {refusal?.confirm ? <input type="hidden" name="confirmed" value={refusal.confirm} /> : null}
      <fieldset>
        <legend className="mb-2 text-sm font-medium">Reason</legend>
        <div className="divide-y divide-line rounded-surface bg-surface inset-ring inset-ring-line">
          {adjustReasons.map((each, at) => (
            <label key={each} className="flex min-h-11 items-start gap-3 px-4 py-3 has-checked:bg-spruce-100">
              <input
                type="radio"
                name="reason"
                id={at === 0 ? 'reason' : undefined}
                required
                aria-describedby={errors.reason ? 'reason-errors' : undefined}
                value={each}
                defaultChecked={each === reason}
                onChange={() => setReason(each)}
                className="mt-0.5 size-5 shrink-0 accent-spruce-700"
              />
              <span>
                <span className="font-medium">{adjustReasonLabel[each]}</span>
                <span className="block text-sm text-ink-soft">{adjustConsequence[each]}</span>
              </span>
            </label>
          ))}
        </div>
        {errors.reason ? (
          <p id="reason-errors" className="mt-1.5 text-sm font-medium text-clay-700">
            {errors.reason.join(' ')}
          </p>
        ) : null}
      </fieldset>
      <Field
        label={reason ? adjustUnitsLabel[reason] : 'Units'}
        name="units"
        required
        inputMode="numeric"
        autoComplete="off"
        defaultValue={values.units ?? ''}
        errors={errors.units}
        onInput={({ currentTarget }) => setUnits(currentTarget.value)}
        hint={
          <>
            Count: every unit in the building, packed orders included.{' '}
            <span className="whitespace-nowrap">Other reasons:</span> how many units.
          </>
        }
        className="max-w-xs"
      />
      <p role="status" className="figures -mt-3 min-h-6 font-semibold noscript:hidden">
        {reason ? changeLine(reason, units, lot.onHand) : null}
      </p>
      <TextAreaField
        label="Note"
        name="note"
        rows={2}
        maxLength={300}
        required={reason === 'theft' || reason === 'waste'}
        defaultValue={values.note ?? ''}
        errors={errors.note}
        hint="Required for theft and waste: what happened, and who knows about it."
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyText="Saving…">
          {refusal?.confirm ? `Save ${refusal.confirm}` : 'Save'}
        </Button>
        <ButtonLink to={`/admin/lots/${lot.id}`} rank="quiet">
          Cancel
        </ButtonLink>
      </div>
    </CheckedForm>
  );
}

function HeldLines({ lines, chosen }: { lines: readonly HeldLine[]; chosen: readonly string[] }) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Orders that will be short</legend>
      <p className="mb-2 text-sm text-ink-soft">
        The order then says ‘Units missing’, and its customer is notified once. The choice is recorded.
      </p>
      <ul className="divide-y divide-line rounded-surface bg-surface inset-ring inset-ring-line">
        {lines.map((line) => (
          <li key={line.reservationId} className="flex flex-wrap items-center gap-x-4 px-4 py-1">
            <label className="flex min-h-11 grow items-center gap-3">
              <input
                type="checkbox"
                name="chosen"
                value={line.reservationId}
                defaultChecked={chosen.includes(line.reservationId)}
                className="size-5 shrink-0 accent-spruce-700"
              />
              <span className="figures">
                {line.pickup ?? 'No time chosen'} · {line.customer} · {line.units}{' '}
                {line.units === 1 ? 'unit' : 'units'}
              </span>
            </label>
            {line.orderId ? (
              <Link
                to={`/admin/orders/${line.orderId}`}
                className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
              >
                {line.orderId}
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

export function readAdjustReason(text: string | undefined): AdjustReason | null {
  return adjustReasons.find((reason) => reason === text) ?? null;
}
