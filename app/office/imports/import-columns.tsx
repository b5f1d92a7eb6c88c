/**
 * Renders which column of a file is which field, and the defaults of new products; a new choice compares the file
 * again.
 */
import type { ImportOptions } from '#core/goods/catalogue/imports/read-import-row.ts';
import {
  type ImportField,
  type ImportMapping,
  importColumns,
  importFields,
} from '#core/goods/catalogue/products/inventory-csv.ts';
import { ProductTypeField } from '#office/products/product-type-field.tsx';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';

/** 'Price (column 4)' where several have one name. */
const columnName = (header: readonly string[], head: string, at: number): string =>
  head === ''
    ? `Column ${at + 1}`
    : header.filter((other) => other === head).length > 1
      ? `${head} (column ${at + 1})`
      : head;

export function ImportColumns({
  header,
  mapping,
  options,
  doubtful,
  shelves,
  types,
  refusal,
  open,
  busy,
}: {
  header: readonly string[];
  mapping: ImportMapping;
  options: ImportOptions;
  /** Fields for which two columns have one name. */
  doubtful: readonly ImportField[];
  shelves: readonly { id: number; name: string }[];
  types: readonly string[];
  refusal: FormRefusal | undefined;
  /** Expanded at first: staff have to choose something. */
  open: boolean;
  busy: boolean;
}) {
  const values: Readonly<Record<string, string>> = refusal?.values ?? {
    ...Object.fromEntries(importFields.map((field) => [field, String(mapping[field] ?? '')])),
    categoryId: String(options.categoryId),
    newType: options.productType,
    incomplete: options.incomplete,
  };
  return (
    <details open={open || refusal !== undefined} className="rounded-surface bg-cream px-4">
      <summary className="min-h-11 py-3 font-medium">Columns and new products</summary>
      <CheckedForm refusal={refusal} className="flex flex-col gap-5 pb-4">
        <input type="hidden" name="intent" value="columns" />
        <fieldset>
          <legend className="mb-2 font-medium">Match each field to a column</legend>
          <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
            {importFields.map((field) => (
              <SelectField
                key={field}
                label={importColumns[field]}
                name={field}
                defaultValue={values[field]}
                hint={
                  doubtful.includes(field) && mapping[field] === undefined
                    ? 'Two columns have this name.'
                    : undefined
                }
                errors={refusal?.errors[field]}
              >
                <option value="">Not in the file</option>
                {header.map((head, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by position
                  <option key={at} value={at}>
                    {columnName(header, head, at)}
                  </option>
                ))}
              </SelectField>
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend className="mb-2 font-medium">For new products without these values</legend>
          <div className="grid gap-4 sm:grid-cols-3">
            <SelectField
              label="Category"
              name="categoryId"
              defaultValue={values.categoryId}
              errors={refusal?.errors.categoryId}
            >
              {shelves.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
            <ProductTypeField
              name="newType"
              label="Type, in categories without products"
              types={types}
              defaultValue={values.newType}
              errors={refusal?.errors.newType}
              hint="Elsewhere, a new product has the type of most products in its category. Flower, Pre-Rolls and the like are cannabis."
            >
              <option value="">Choose</option>
            </ProductTypeField>
            <SelectField
              label="If a product for sale lacks required legal details"
              name="incomplete"
              defaultValue={values.incomplete}
            >
              <option value="off-sale">Import the row, off sale</option>
              <option value="reject">Reject the row</option>
            </SelectField>
          </div>
        </fieldset>
        <div>
          <Button type="submit" rank="secondary" busy={busy} busyText="Comparing…">
            Compare again
          </Button>
        </div>
      </CheckedForm>
    </details>
  );
}
