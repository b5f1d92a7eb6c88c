/** Renders the form that starts reporting, or chooses other reasons while the shop reports. */
import { Link, useNavigation } from 'react-router';
import { formatNumber } from '#kernel/number.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { Notice } from '#ui/notice.tsx';
import type { ReportingPage } from './reporting-queries.server.ts';
import { WhatIsSent } from './what-is-sent.tsx';

export function ReportingForm({ page, refusal }: { page: ReportingPage; refusal: FormRefusal | undefined }) {
  const { isOn, days, names, reasons, unmatched } = page;
  const isBusy = useNavigation().formData !== undefined;
  return (
    <CheckedForm refusal={refusal} focus="summary" className="measure flex flex-col gap-6">
      {isOn ? null : (
        <>
          {unmatched && unmatched.lots > 0 ? (
            <Notice
              tone="caution"
              title={`${formatNumber(unmatched.lots)} of ${formatNumber(unmatched.of)} ${unmatched.of === 1 ? 'lot' : 'lots'} with units ${unmatched.lots === 1 ? 'matches' : 'match'} no package in Metrc.`}
            >
              <p className="mt-1">
                Sales of such lots are refused and become tasks. Enter their package tags first.{' '}
                <Link
                  to="/admin/state-tracking"
                  className="-my-2.5 inline-flex min-h-11 items-center underline underline-offset-4"
                >
                  See what differs
                </Link>
              </p>
            </Notice>
          ) : null}
          <div>
            <WhatIsSent />
          </div>
          <SelectField
            label="Report"
            name="day"
            required
            defaultValue={refusal?.values.day ?? ''}
            errors={refusal?.errors.day}
            hint="Anything you entered in Metrc by hand must be older, or it would be there twice. A person enters what is older than three days: records are due within 72 hours."
          >
            <option value="">Choose from when</option>
            {days.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </>
      )}
      <fieldset className="flex flex-col gap-5">
        <legend className="mb-2">
          <h2 className="text-xl">Reasons</h2>
        </legend>
        <p className="text-ink-soft">
          Metrc has its own reasons for adjustments. Choose one for each of the shop’s. Those that were clear
          are chosen; check them. A reason that needs a note gets staff’s note, or one that the shop writes.
        </p>
        {reasons.map(({ reason, label, chosen, isOpen }) => (
          <SelectField
            key={reason}
            label={label}
            name={reason}
            required
            defaultValue={refusal?.values[reason] ?? chosen}
            errors={refusal?.errors[reason]}
            hint={isOpen ? 'None of Metrc’s clearly fits. Choose one.' : undefined}
          >
            <option value="">Choose a reason</option>
            {names.map(({ name, requiresNote }) => (
              <option key={name} value={name}>
                {requiresNote ? `${name} (with a note)` : name}
              </option>
            ))}
          </SelectField>
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy} busyText={isOn ? 'Saving…' : 'Starting…'}>
          {isOn ? 'Save reasons' : 'Start reporting'}
        </Button>
        <ButtonLink to="/admin/settings/state-tracking" rank="secondary">
          Cancel
        </ButtonLink>
      </div>
    </CheckedForm>
  );
}
