/** Renders the form that puts the selected lots on sale: how many, their test result, and why. */
import { useNavigation } from 'react-router';
import type { SalePaper } from '#core/goods/stock/lots/lots.ts';
import { formatNumber } from '#kernel/number.ts';
import { type PaperField, paperDates, paperLabels } from '#office/lots/lot-form.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { Notice } from '#ui/notice.tsx';
import type { ReleaseAnswer } from './answer-release-lots.server.ts';
import { IncompleteLots } from './incomplete-lots.tsx';
import { lotCount } from './release-fields.ts';
import { ReleaseLotRows } from './release-lot-rows.tsx';

const certificateFields = [
  'labName',
  'coaNumber',
  'totalThcBasisPoints',
  'totalCbdBasisPoints',
] as const satisfies readonly SalePaper[];

const hintOf = (name: PaperField, lacking: number) =>
  name === 'expiresOn'
    ? 'Empty if they do not expire.'
    : `${lotCount(lacking)} ${lacking === 1 ? 'has' : 'have'} none, and ${lacking === 1 ? 'goes' : 'go'} on sale only with one.`;

export function ReleaseForm({
  chosen,
  query,
  refusal,
  drops,
  matched,
  incomplete = [],
  back,
}: ReleaseAnswer & { back: string }) {
  const navigation = useNavigation();
  const values = refusal?.values ?? {};
  const sending = navigation.formData?.get('intent');
  const complete = chosen.ids.length - incomplete.length;
  const without = chosen.lacking.testStatus ?? 0;
  const typedOnce = [...certificateFields.filter((name) => chosen.lacking[name]), 'expiresOn' as const];
  return (
    <CheckedForm
      refusal={refusal}
      className="flex flex-col gap-5"
      ways={<IncompleteLots lots={incomplete} isOnPage={chosen.lots.length > 0} />}
    >
      <input type="hidden" name="query" value={query} />
      <input type="hidden" name="ids" value={chosen.ids.join(',')} />
      <p className="figures">
        {lotCount(chosen.ids.length)}, {formatNumber(chosen.units)} units. A passed test is on record for{' '}
        {formatNumber(chosen.ids.length - without)}.
      </p>
      {chosen.isCut ? (
        <Notice tone="info" title={`The first ${lotCount(chosen.ids.length)} of those that match`}>
          <p className="mt-1">Put the others on sale after these.</p>
        </Notice>
      ) : null}
      <ReleaseLotRows lots={chosen.lots} files={drops} matched={matched} refusal={refusal} />
      <SelectField
        label="Test result"
        name="testStatus"
        defaultValue={values.testStatus ?? ''}
        errors={refusal?.errors.testStatus}
        hint={
          without > 0
            ? `${lotCount(without)} without a passed test ${without === 1 ? 'goes' : 'go'} on sale only with a result here.`
            : undefined
        }
      >
        <option value="">As on record for each lot</option>
        <option value="TestPassed">Test passed, for all of them</option>
        <option value="RetestPassed">Retest passed, for all of them</option>
      </SelectField>
      {/* A single lot has all of them above. */}
      {chosen.lots.length === 1 ? null : (
        <fieldset className="grid gap-4 sm:grid-cols-2">
          <legend className="mb-2 font-semibold">
            {chosen.lots.length > 0
              ? 'The same for all lots that have none above'
              : 'From the certificate, for lots that have none on record'}
          </legend>
          {typedOnce.map((name) => (
            <Field
              key={name}
              label={paperLabels[name]}
              name={name}
              type={paperDates.has(name) ? 'date' : undefined}
              defaultValue={values[name] ?? ''}
              errors={refusal?.errors[name]}
              hint={hintOf(name, name === 'expiresOn' ? 0 : (chosen.lacking[name] ?? 0))}
            />
          ))}
        </fieldset>
      )}
      <Field
        label="Reason"
        name="reason"
        required
        maxLength={300}
        defaultValue={values.reason ?? ''}
        errors={refusal?.errors.reason}
        hint="Saved with each lot, such as ‘Certificate KLL-2611 of Nov 24’."
      />
      {incomplete.length > 0 ? (
        <p className="text-sm text-ink-soft">
          {complete > 0
            ? `Or put only the ${lotCount(complete)} on sale that ${complete === 1 ? 'is' : 'are'} complete. `
            : ''}
          For lots that stay off sale, only what you entered lot by lot is saved.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          name="intent"
          value="release"
          busy={sending === 'release'}
          busyText="Putting on sale…"
        >
          {chosen.ids.length === 1 ? 'Put on sale' : `Put ${lotCount(chosen.ids.length)} on sale`}
        </Button>
        {incomplete.length > 0 && (complete > 0 || chosen.lots.length > 0) ? (
          <Button
            type="submit"
            rank="secondary"
            name="intent"
            value="release-complete"
            busy={sending === 'release-complete'}
            busyText="Saving…"
          >
            {complete > 0 ? `Put only ${lotCount(complete)} on sale` : 'Save without putting on sale'}
          </Button>
        ) : null}
        <ButtonLink to={back} rank="quiet">
          Cancel
        </ButtonLink>
      </div>
    </CheckedForm>
  );
}
