/** Renders one lot: its papers, its counts, and the available actions. */
import type { ReactNode, Ref } from 'react';
import { useNavigation } from 'react-router';
import { dayLabel, mayEditReceived, testStatusLabel } from '#core/goods/stock/lots/lots.ts';
import { type TestStatus, testStatuses } from '#kernel/statuses.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { Notice } from '#ui/notice.tsx';
import {
  actsOf,
  neededForSale,
  paperDates,
  paperFields,
  paperHints,
  paperLabels,
  paperTexts,
} from './lot-form.ts';
import { LotBadge } from './lot-summary.tsx';
import type { ProductLot } from './product-lots-queries.server.ts';

/** The last form's answer; `at` names the form: 'papers-17'. */
export type LotRefusal = {
  at: string;
  message?: string;
  errors: Readonly<Record<string, readonly string[]>>;
  values: Readonly<Record<string, string>>;
};

/** @param heading gets the focus after the lot is received. */
export function LotCard({
  lot,
  heading,
  refusal,
  may,
  cannabis,
  certificateForm,
}: {
  lot: ProductLot;
  heading: Ref<HTMLHeadingElement> | undefined;
  refusal: LotRefusal | undefined;
  may: { manage: boolean; receive: boolean; putOnSale: boolean; count: boolean };
  /** Whether the product is cannabis, whose lots need more for sale. */
  cannabis: boolean;
  certificateForm: ReactNode;
}) {
  const acts = actsOf(lot.status).filter((act) => may.putOnSale || act === 'quarantine' || lot.mayRelease);
  const mayEdit = may.manage || (may.receive && mayEditReceived(lot));
  return (
    <li className="rounded-surface bg-surface p-4 inset-ring inset-ring-line sm:p-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 ref={heading} tabIndex={-1} className="text-lg">
          Batch {lot.batchNumber}
        </h2>
        <LotBadge lot={lot} />
      </div>
      <p className="figures mt-1 text-ink-soft">
        {lot.onHand} on hand, {lot.held} held
        {lot.testStatus ? ` · ${testStatusLabel[lot.testStatus]}` : ''}
        {lot.expiresOn ? ` · last day to sell ${dayLabel(lot.expiresOn)}` : ''}
        {lot.packageTag ? ` · tag ${lot.packageTag}` : ''}
      </p>
      {lot.certificate ? (
        <p>
          <a
            href={lot.certificate}
            className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
          >
            Certificate of batch {lot.batchNumber} (PDF)
          </a>
        </p>
      ) : null}
      {refusal?.at === `acts-${lot.id}` && refusal.message ? (
        <Notice tone="error" title={refusal.message} className="my-3" />
      ) : null}
      <div className="mt-2 flex flex-col gap-1">
        {mayEdit ? (
          <>
            <Fold label={`Edit batch ${lot.batchNumber}`} open={refusal?.at === `papers-${lot.id}`}>
              <PapersForm
                key={JSON.stringify(paperTexts(lot))}
                at={`papers-${lot.id}`}
                values={paperTexts(lot)}
                refusal={refusal}
                cannabis={cannabis}
                intent="papers"
                lotId={lot.id}
                submit="Save batch"
              />
            </Fold>
            <Fold label={`Certificate for batch ${lot.batchNumber}`} open={false}>
              {certificateForm}
            </Fold>
          </>
        ) : null}
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <ButtonLink to={`/admin/lots/${lot.id}`} rank="secondary">
          Who has it
          <span className="sr-only"> (batch {lot.batchNumber})</span>
        </ButtonLink>
        {may.count ? (
          <ButtonLink to={`/admin/lots/${lot.id}/units`} rank="secondary">
            Change units
            <span className="sr-only"> of batch {lot.batchNumber}</span>
          </ButtonLink>
        ) : null}
        {acts.map((act) => (
          <ActButton key={act} act={act} lot={lot} />
        ))}
      </div>
    </li>
  );
}

function Fold({ label, open, children }: { label: string; open: boolean; children: ReactNode }) {
  return (
    <details open={open}>
      <summary className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4">
        {label}
      </summary>
      <div className="mt-2 mb-4 max-w-3xl">{children}</div>
    </details>
  );
}

/** The papers of a lot, and with `delivery` the number of units received. */
export function PapersForm({
  at,
  values: stored,
  refusal,
  intent,
  lotId,
  submit,
  cannabis,
  delivery = false,
}: {
  at: string;
  values: Readonly<Record<string, string>>;
  refusal: LotRefusal | undefined;
  intent: string;
  lotId?: number;
  submit: string;
  cannabis: boolean;
  delivery?: boolean;
}) {
  const values = refusal?.at === at ? refusal.values : stored;
  const errors = refusal?.at === at ? refusal.errors : {};
  const busy = useNavigation().formData?.get('at') === at;
  return (
    <CheckedForm
      refusal={refusal?.at === at ? refusal : undefined}
      idPrefix={`${at}-`}
      preventScrollReset
      className="grid gap-4 sm:grid-cols-2 [&>[data-summary]]:col-span-full"
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="at" value={at} />
      {lotId === undefined ? null : <input type="hidden" name="lotId" value={lotId} />}
      {paperFields.map((field) =>
        field === 'testStatus' ? (
          <SelectField
            key={field}
            label={paperLabels[field]}
            name={field}
            hint={cannabis ? neededForSale[field] : undefined}
            defaultValue={values[field] ?? ''}
            errors={errors[field]}
          >
            <option value="">No result yet</option>
            {testStatuses.map((status) => (
              <option key={status} value={status}>
                {testStatusLabel[status]}
              </option>
            ))}
          </SelectField>
        ) : (
          <Field
            key={field}
            label={paperLabels[field]}
            name={field}
            required={
              field === 'batchNumber' || (cannabis && field in neededForSale && field !== 'expiresOn')
            }
            hint={cannabis ? paperHints[field] : undefined}
            type={paperDates.has(field) ? 'date' : undefined}
            defaultValue={values[field] ?? ''}
            errors={errors[field]}
          />
        ),
      )}
      {delivery ? (
        <Field
          label="Units received"
          name="quantity"
          required
          inputMode="numeric"
          defaultValue={values.quantity ?? ''}
          errors={errors.quantity}
        />
      ) : null}
      <div className="sm:col-span-2">
        <Button type="submit" rank="secondary" busy={busy} busyText="Saving…">
          {submit}
        </Button>
      </div>
    </CheckedForm>
  );
}

const acts = {
  quarantine: {
    label: 'Quarantine',
    question: (batch: string) => `Quarantine batch ${batch}?`,
    consequence:
      'Sales stop now. Reserved units move to other lots; customers are notified if none are left.',
  },
  release: {
    label: 'Put on sale',
    question: (batch: string) => `Put batch ${batch} on sale?`,
    consequence: 'Customers can reserve its units.',
  },
} as const;

function ActButton({ act, lot }: { act: keyof typeof acts; lot: ProductLot }) {
  const { label, question, consequence } = acts[act];
  return (
    <Confirm
      label={label}
      of={`batch ${lot.batchNumber}`}
      question={question(lot.batchNumber)}
      consequence={consequence}
      fields={{ intent: act, lotId: String(lot.id), at: `acts-${lot.id}` }}
      rank="secondary"
    >
      <Field label="Reason" name="reason" required maxLength={500} className="w-full text-left" />
      {act === 'release' ? (
        <SelectField
          label="Test"
          name="testStatus"
          defaultValue={lot.testStatus ?? ''}
          className="w-full text-left"
        >
          <option value="">Unchanged</option>
          {testStatuses.filter(isPassed).map((status) => (
            <option key={status} value={status}>
              {testStatusLabel[status]}
            </option>
          ))}
        </SelectField>
      ) : null}
    </Confirm>
  );
}

const isPassed = (status: TestStatus) => status === 'TestPassed' || status === 'RetestPassed';
