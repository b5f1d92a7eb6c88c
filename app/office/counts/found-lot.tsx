/** Renders the form for a lot on the shelf that the sheet does not list. */
import { useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import type { FoundAnswer } from './answer-count.server.ts';

export function FoundLot({ answer }: { answer: FoundAnswer['found'] | undefined }) {
  const isBusy = useNavigation().formData?.get('intent') === 'found';
  const alert = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (answer) alert.current?.focus();
  }, [answer]);
  return (
    <details open={answer !== undefined} className="mb-6 rounded-surface bg-cream px-4 py-2">
      <summary className="min-h-11 cursor-pointer py-2.5 font-medium">
        Found a lot that is not on this sheet?
      </summary>
      <Form method="post" className="pb-3">
        <p className="measure mb-3 text-ink-soft">
          Scan the batch number or package tag. If no lot has it, enter its product too. An admin approves
          what was found.
        </p>
        {answer ? (
          <p ref={alert} tabIndex={-1} role="alert" className="mb-3 font-medium text-clay-700">
            {answer.message}
          </p>
        ) : null}
        <div className="flex flex-wrap items-end gap-3">
          <Field
            label="Batch number or package tag"
            name="code"
            required
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            defaultValue={answer?.code}
            className="min-w-0 flex-1 basis-56"
          />
          <Field
            label="Units counted"
            name="counted"
            required
            inputMode="numeric"
            autoComplete="off"
            defaultValue={answer?.counted}
            className="w-32"
          />
          {answer && answer.choices.length > 0 ? (
            <SelectField label="Product" name="productId" required className="min-w-0 flex-1 basis-56">
              {answer.choices.map(({ productId, name }) => (
                <option key={productId} value={productId}>
                  {name}
                </option>
              ))}
            </SelectField>
          ) : (
            <Field
              label="Product of a new batch"
              name="product"
              maxLength={100}
              autoComplete="off"
              placeholder="Name, UPC or number"
              defaultValue={answer?.product}
              className="min-w-0 flex-1 basis-56"
            />
          )}
          <Button type="submit" name="intent" value="found" rank="secondary" busy={isBusy} busyText="Saving…">
            Add to count
          </Button>
        </div>
      </Form>
    </details>
  );
}
