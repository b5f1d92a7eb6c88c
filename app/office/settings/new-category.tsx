/** Renders what adds categories: the starter set of a new shop, and one by its name. */
import { Form, useNavigation } from 'react-router';
import { starterSet } from '#core/goods/catalogue/categories/category.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';

function useIsSending(intent: string): boolean {
  return useNavigation().formData?.get('intent') === intent;
}

export function StarterSet({ isFirst }: { isFirst: boolean }) {
  const isBusy = useIsSending('starter-set');
  return (
    <Form method="post" className="mb-6 max-w-xl rounded-surface bg-cream p-4">
      <p className="mb-3">
        {isFirst ? 'No categories yet. ' : ''}Start with {starterSet.join(', ')}.
      </p>
      <Button type="submit" name="intent" value="starter-set" busy={isBusy} busyText="Adding…">
        Add these categories
      </Button>
    </Form>
  );
}

export function NewCategory({ refusal }: { refusal: FormRefusal | undefined }) {
  const isBusy = useIsSending('add');
  return (
    <CheckedForm
      refusal={refusal}
      idPrefix="add-"
      preventScrollReset
      className="mt-6 flex max-w-xl flex-col gap-3"
    >
      <input type="hidden" name="intent" value="add" />
      <Field
        required
        name="name"
        label="New category"
        autoComplete="off"
        defaultValue={refusal?.values.name ?? ''}
        errors={refusal?.errors.name}
      />
      <div>
        <Button type="submit" rank="secondary" busy={isBusy} busyText="Adding…">
          Add category
        </Button>
      </div>
    </CheckedForm>
  );
}
