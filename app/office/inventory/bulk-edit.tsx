/**
 * Renders what to change on many products, and what would change: field by field, with what the rules leave unchanged.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { ACCEPT_CHANGE, productCount } from '#core/goods/catalogue/products/bulk-change.ts';
import type { BulkPreview, PreviewLine } from '#core/goods/catalogue/products/change-products.server.ts';
import { priceEndings } from '#core/goods/catalogue/products/price-ending.ts';
import { productLabels, taxClasses } from '#core/goods/catalogue/products/product-fields.ts';
import { classLabel } from '#core/sales/compliance/tax-change.ts';
import { formatNumber } from '#kernel/number.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { Notice } from '#ui/notice.tsx';

export function BulkEdit({
  shelves,
  hasDiscounts,
  limit,
  values,
  refusal,
  preview,
  hidden,
  busy,
  back,
}: {
  shelves: readonly { id: number; name: string }[];
  /** Whether the shop gives discounts; if not, existing ones can still be ended. */
  hasDiscounts: boolean;
  /** Of someone who changes discounts alone, the largest in percent; null for who may change everything. */
  limit: number | null;
  values: Readonly<Record<string, string>>;
  refusal: FormRefusal | undefined;
  preview: BulkPreview | null;
  /** The fields that say which products. */
  hidden: ReactNode;
  /** The intent being submitted. */
  busy: string | null;
  back: string;
}) {
  const shelfName = (id: string) => shelves.find((shelf) => String(shelf.id) === id)?.name ?? id;
  return (
    <CheckedForm refusal={refusal} className="flex flex-col gap-6">
      {hidden}
      {limit === null ? (
        <ProductFields shelves={shelves} values={values} refusal={refusal} />
      ) : (
        <p className="text-ink-soft">You can set discounts of up to {limit}%, and end discounts.</p>
      )}
      <Discounts values={values} refusal={refusal} hasDiscounts={hasDiscounts} />
      {preview ? <Preview key={preview.fingerprint} preview={preview} shelfName={shelfName} /> : null}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          name="intent"
          value="preview"
          rank={preview ? 'secondary' : 'primary'}
          busy={busy === 'preview'}
          busyText="Previewing…"
        >
          {preview ? 'Preview again' : 'Preview'}
        </Button>
        {preview && preview.changing > 0 ? (
          <Button type="submit" name="intent" value="apply" busy={busy === 'apply'} busyText="Changing…">
            Change {productCount(preview.changing)}
          </Button>
        ) : null}
        <ButtonLink to={back} rank="quiet">
          Cancel
        </ButtonLink>
      </div>
    </CheckedForm>
  );
}

function ProductFields({
  shelves,
  values,
  refusal,
}: {
  shelves: readonly { id: number; name: string }[];
  values: Readonly<Record<string, string>>;
  refusal: FormRefusal | undefined;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Retail"
        name="price"
        required
        inputMode="text"
        hint="A price like 24.50, or a change like 10% or -5%. Leave empty for no change."
        defaultValue={values.price}
        errors={refusal?.errors.price}
      />
      <SelectField
        label="Rounding"
        name="ending"
        defaultValue={values.ending}
        errors={refusal?.errors.ending}
        hint="For a change in percent. A raise never lowers a price, and no price falls below the legal floor."
      >
        <option value="">To the cent</option>
        {priceEndings.map((ending) => (
          <option key={ending} value={ending}>
            Ending in .{ending}
          </option>
        ))}
      </SelectField>
      <SelectField label="For Sale" name="forSale" defaultValue={values.forSale}>
        <option value="">Unchanged</option>
        <option value="yes">Yes</option>
        <option value="no">No</option>
      </SelectField>
      <SelectField label="Category" name="categoryId" defaultValue={values.categoryId}>
        <option value="">Unchanged</option>
        {shelves.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Tax class" name="taxClass" defaultValue={values.taxClass}>
        <option value="">Unchanged</option>
        {taxClasses.map((taxClass) => (
          <option key={taxClass} value={taxClass}>
            {classLabel(taxClass)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Low-stock level"
        name="lowStockMode"
        defaultValue={values.lowStockMode}
        errors={refusal?.errors.lowStockMode}
      >
        <option value="">Unchanged</option>
        <option value="set">Set a level</option>
        <option value="end">The store’s level</option>
      </SelectField>
      <Field
        label="Units"
        name="lowStockLevel"
        inputMode="numeric"
        hint="Low stock means this many units or fewer."
        defaultValue={values.lowStockLevel}
        errors={refusal?.errors.lowStockLevel}
      />
    </div>
  );
}

function Discounts({
  values,
  refusal,
  hasDiscounts,
}: {
  values: Readonly<Record<string, string>>;
  refusal: FormRefusal | undefined;
  hasDiscounts: boolean;
}) {
  const field = (name: string) => ({ name, defaultValue: values[name], errors: refusal?.errors[name] });
  return (
    <fieldset className="grid gap-4 border-t border-line pt-5 sm:grid-cols-3">
      <legend className="float-left mb-1 font-semibold sm:col-span-3">Discount</legend>
      <SelectField label="Change" className="clear-both" {...field('discountMode')}>
        <option value="">Unchanged</option>
        {hasDiscounts ? <option value="set">Set a discount</option> : null}
        <option value="end">End the discount</option>
      </SelectField>
      {hasDiscounts ? (
        <>
          <p className="self-end text-ink-soft sm:col-span-2">
            A new discount replaces the current one. It applies to each list price, including prices changed
            above.
          </p>
          <Field
            label="Amount off"
            required
            hint="An amount like 5.00, or a percentage like 20%."
            {...field('discount')}
          />
          <Field label="First day" type="date" required {...field('discountFrom')} />
          <Field
            label="Last day"
            type="date"
            required
            hint="The discount includes this day."
            {...field('discountUntil')}
          />
          <Field
            label="Terms of the discount"
            required
            maxLength={300}
            hint="Customers see this, such as ‘While supplies last’."
            className="sm:col-span-3"
            {...field('discountTerms')}
          />
        </>
      ) : null}
    </fieldset>
  );
}

function Preview({ preview, shelfName }: { preview: BulkPreview; shelfName: (id: string) => string }) {
  const text = (field: string, value: string) =>
    field === 'categoryId'
      ? shelfName(value)
      : field === 'taxClass'
        ? classLabel(value)
        : value || (field === 'lowStockLevel' ? 'the store’s level' : 'none');
  const hiddenLines = preview.changing - preview.lines.length;
  const heading = useRef<HTMLHeadingElement>(null);
  // The preview is below the fields, out of view on a phone.
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <section aria-labelledby="preview">
      <input type="hidden" name="fingerprint" value={preview.fingerprint} />
      <h2 id="preview" ref={heading} tabIndex={-1} className="text-xl outline-none">
        {productCount(preview.changing)} of {formatNumber(preview.selected)} will change
      </h2>
      {preview.unchanged > 0 ? (
        <p className="mt-1 text-ink-soft">{productCount(preview.unchanged)} need no change.</p>
      ) : null}
      {preview.refusedCount > 0 ? (
        <Notice
          tone="caution"
          title={`${productCount(preview.refusedCount)} cannot be changed`}
          className="mt-3"
        >
          <ul className="mt-1 list-disc pl-5">
            {preview.refused.map((line) => (
              <li key={line.id}>
                {line.name}: {line.errors.join(' ')}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {preview.offSaleCount > 0 ? (
        <Notice
          tone="caution"
          title={`${productCount(preview.offSaleCount)} ${preview.offSaleCount === 1 ? 'stays' : 'stay'} off sale`}
          className="mt-3"
        >
          <ul className="mt-1 list-disc pl-5">
            {preview.offSale.map((line) => (
              <li key={line.id}>
                <Link to={`/admin/products/${line.id}`} className="underline underline-offset-4 max-lg:py-3">
                  {line.name}
                </Link>
                : {line.missing.join(' ')}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {preview.warned > 0 ? (
        <Notice tone="caution" title={`${productCount(preview.warned)} with a warning`} className="mt-3">
          <p className="mt-1">See the warnings below.</p>
          <label className="inline-flex min-h-11 items-center gap-2 font-medium">
            <input type="checkbox" name="accept" value="1" className="size-4.5 accent-spruce-700" />
            {ACCEPT_CHANGE}. The warnings are saved with the change.
          </label>
        </Notice>
      ) : null}
      {preview.lines.length > 0 ? (
        <div className="relative mt-4 overflow-x-auto">
          <table className="w-full text-left">
            <thead className="text-xs text-ink-soft">
              <tr>
                <th scope="col" className="py-1 pr-4">
                  Product
                </th>
                <th scope="col" className="py-1">
                  Change
                </th>
              </tr>
            </thead>
            <tbody>
              {preview.lines.map((line) => (
                <Line key={line.id} line={line} text={text} />
              ))}
            </tbody>
          </table>
          {hiddenLines > 0 ? (
            <p className="mt-2 text-ink-soft">and {productCount(hiddenLines)} more</p>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

function Line({ line, text }: { line: PreviewLine; text: (field: string, value: string) => string }) {
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="py-1.5 pr-4 font-medium">
        {line.name}
      </th>
      <td className="figures py-1.5 sm:min-w-48">
        {line.changes.map((change) => (
          <span key={change.field} className="block">
            {productLabels[change.field]}: {text(change.field, change.before)}{' '}
            <span aria-hidden="true">→</span>
            <span className="sr-only">to</span> {text(change.field, change.after)}
          </span>
        ))}
        {line.warnings.map((warning) => (
          <span key={warning} className="block text-clay-700">
            {warning}
          </span>
        ))}
      </td>
    </tr>
  );
}

/** Names, one per line, and how many more there are. */
export function BulkLines({ names, more }: { names: readonly string[]; more: number }) {
  return (
    <ul className="list-disc pl-5">
      {names.map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two products may have the same name
        <li key={at} className="wrap-anywhere">
          {name}
        </li>
      ))}
      {more > 0 ? <li>and {productCount(more)} more</li> : null}
    </ul>
  );
}
