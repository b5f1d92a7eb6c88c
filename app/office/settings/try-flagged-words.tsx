/** Renders a text to try against the list of flagged words. */
import { Button } from '#ui/button.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { Notice } from '#ui/notice.tsx';

export const LONGEST_TRY = 5000;

type Tried = { text: string; found: readonly string[] };

export function TryText({ tried }: { tried: Tried | null }) {
  return (
    <section aria-labelledby="try" className="mb-10">
      <h2 id="try" className="mb-3 text-lg">
        Test a text
      </h2>
      {tried ? (
        <Notice
          tone={tried.found.length > 0 ? 'caution' : 'success'}
          title={tried.found.length > 0 ? 'Flagged words found' : 'No flagged words found.'}
          className="mb-4"
        >
          {tried.found.length > 0 ? <p className="mt-1">{tried.found.join(', ')}</p> : null}
        </Notice>
      ) : null}
      <CheckedForm refusal={undefined} className="flex flex-col gap-3" idPrefix="try">
        <input type="hidden" name="intent" value="try" />
        <TextAreaField
          label="Text"
          name="text"
          rows={3}
          maxLength={LONGEST_TRY}
          required
          defaultValue={tried?.text}
          hint="A name or a description. It is not saved."
        />
        <div>
          <Button type="submit" rank="secondary">
            Try
          </Button>
        </div>
      </CheckedForm>
    </section>
  );
}
