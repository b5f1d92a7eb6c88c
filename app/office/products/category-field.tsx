/**
 * Renders the choice of a product's category, and what adds one on the spot. Both belong to the product's form, so that
 * nothing typed is lost, with scripts or without.
 */
import { Button } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';

type Props = {
  label: string;
  defaultValue: string;
  errors: readonly string[] | undefined;
  shelves: readonly { id: number; name: string }[];
  /** The name that was typed for a new category, and why it was refused. */
  added: { defaultValue: string; errors: readonly string[] | undefined };
};

export function CategoryField({ label, defaultValue, errors, shelves, added }: Props) {
  const chosen = shelves.some(({ id }) => String(id) === defaultValue) ? defaultValue : '';
  return (
    <div>
      {/* Renders again once the added category is among the options, and then chooses it. */}
      <SelectField key={chosen} name="categoryId" label={label} defaultValue={defaultValue} errors={errors}>
        <option value="">Choose</option>
        {shelves.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <details open={shelves.length === 0 || added.errors !== undefined}>
        <summary className="inline-flex min-h-11 items-center text-sm text-spruce-700 underline underline-offset-4">
          Add category
        </summary>
        <div className="flex flex-wrap items-end gap-3 rounded-surface bg-cream p-3">
          <Field
            key={`${defaultValue} ${added.defaultValue}`}
            name="newCategory"
            label="New category"
            autoComplete="off"
            className="min-w-0 flex-1 basis-40"
            {...added}
          />
          <Button type="submit" name="add" value="category" rank="secondary">
            Add category
          </Button>
        </div>
      </details>
    </div>
  );
}
