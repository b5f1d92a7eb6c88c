/** Renders the form that puts the selected lots on sale: how many, their test result, and why. */
import { useNavigation } from 'react-router';
import { formatNumber } from '#kernel/number.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { Notice } from '#ui/notice.tsx';
import type { ReleaseStep } from './answer-release-lots.server.ts';

const lotCount = (count: number) => `${formatNumber(count)} ${count === 1 ? 'lot' : 'lots'}`;

export function ReleaseForm({ chosen, query, refusal, back }: ReleaseStep & { back: string }) {
  const navigation = useNavigation();
  const values = refusal?.values ?? { testStatus: '', reason: '' };
  const without = chosen.ids.length - chosen.withResult;
  return (
    <CheckedForm refusal={refusal} className="flex flex-col gap-5">
      <input type="hidden" name="query" value={query} />
      <input type="hidden" name="ids" value={chosen.ids.join(',')} />
      <p className="figures">
        {lotCount(chosen.ids.length)}, {formatNumber(chosen.units)} units. A passed test is on record for{' '}
        {formatNumber(chosen.withResult)}.
      </p>
      {chosen.isCut ? (
        <Notice tone="info" title={`The first ${lotCount(chosen.ids.length)} of those that match`}>
          <p className="mt-1">Put the others on sale after these.</p>
        </Notice>
      ) : null}
      <SelectField
        label="Test result"
        name="testStatus"
        defaultValue={values.testStatus}
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
      <Field
        label="Reason"
        name="reason"
        required
        maxLength={300}
        defaultValue={values.reason}
        errors={refusal?.errors.reason}
        hint="Saved with each lot, such as ‘Certificate KLL-2611 of Nov 24’."
      />
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          name="intent"
          value="release"
          busy={navigation.formData?.get('intent') === 'release'}
          busyText="Putting on sale…"
        >
          Put {lotCount(chosen.ids.length)} on sale
        </Button>
        <ButtonLink to={back} rank="quiet">
          Cancel
        </ButtonLink>
      </div>
    </CheckedForm>
  );
}
