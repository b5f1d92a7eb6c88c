/** Renders the form that moves units of a lot to waste. */
import { useNavigation } from 'react-router';
import { WitnessFields } from '#core/accounts/identity/pins/ui/witness-fields.tsx';
import type { Witnesses } from '#core/accounts/identity/pins/witnesses-queries.server.ts';
import { chosenReasons, wasteReasonLabel, weightWords } from '#core/goods/stock/waste/waste.ts';
import type { LotStatus, WasteReason } from '#kernel/statuses.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field, SelectField, TextAreaField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { lotFacts } from './find-lot.tsx';
import type { WasteLot } from './waste-lots-queries.server.ts';

/** Why a lot off sale most likely becomes waste. */
const usual: Partial<Record<LotStatus, WasteReason>> = { expired: 'expired', recalled: 'recalled' };

export function MoveForm({
  lot,
  witnesses,
  attempt,
  answer,
}: {
  lot: WasteLot;
  witnesses: Witnesses;
  attempt: string;
  answer: FormRefusal | undefined;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'move';
  const values = answer?.values ?? {};
  const errors = answer?.errors ?? {};
  const isOffSale = lot.status !== 'sellable';
  const cancel = (
    <ButtonLink to="/counter/waste" rank="quiet" className="min-h-12">
      Cancel
    </ButtonLink>
  );
  return (
    <section aria-labelledby="move-heading" className="mb-8 rounded-surface bg-cream px-4 py-5 sm:px-6">
      <h2 id="move-heading" className="text-lg wrap-anywhere">
        {lot.product}
        {lot.size ? ` · ${lot.size}` : ''}
      </h2>
      <p className="figures mb-4 text-sm text-ink-soft wrap-anywhere">{lotFacts(lot)}</p>
      {witnesses.people.length === 0 ? (
        // Nothing could be recorded: no field asks for anything.
        <div className="flex flex-col items-start gap-4">
          <WitnessFields witnesses={witnesses} refusal={answer} label="Witness" />
          {cancel}
        </div>
      ) : (
        <CheckedForm refusal={answer} className="grid gap-5 sm:grid-cols-2 sm:*:data-summary:col-span-2">
          <input type="hidden" name="intent" value="move" />
          <input type="hidden" name="key" value={values.key ?? attempt} />
          <input type="hidden" name="lot" value={lot.id} />
          <Field
            label="Units"
            name="units"
            required
            inputMode="numeric"
            autoComplete="off"
            defaultValue={values.units ?? (isOffSale ? String(lot.onHand) : '')}
            errors={errors.units}
            hint={lot.held > 0 ? 'Reserved units move to other lots where there are any.' : undefined}
          />
          <Field
            label="Weight in grams"
            name="weight"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={values.weight}
            errors={errors.weight}
            hint={
              lot.netWeightMg
                ? `Of all units. Left empty, it is ${weightWords(lot.netWeightMg)} for each.`
                : 'Of all units, where you know it.'
            }
          />
          <SelectField
            label="Reason"
            name="reason"
            required
            defaultValue={values.reason ?? usual[lot.status] ?? ''}
            errors={errors.reason}
          >
            <option value="">Choose a reason</option>
            {chosenReasons.map((reason) => (
              <option key={reason} value={reason}>
                {wasteReasonLabel[reason]}
              </option>
            ))}
          </SelectField>
          <TextAreaField
            label="Note"
            name="note"
            rows={2}
            maxLength={500}
            defaultValue={values.note}
            errors={errors.note}
            hint="Required for ‘Other’: what happened."
            className="sm:col-span-2"
          />
          <WitnessFields witnesses={witnesses} refusal={answer} label="Witness" className="sm:col-span-2" />
          <div className="flex flex-wrap gap-3 sm:col-span-2">
            <Button type="submit" busy={isBusy} busyText="Saving…" className="min-h-12">
              Move to waste
            </Button>
            {cancel}
          </div>
        </CheckedForm>
      )}
    </section>
  );
}
