/** Renders the fields of a new product: what it is, what it counts as, its first lot, and the rest folded away. */
import { type FormEvent, useRef } from 'react';
import { proposeLimit } from '#core/goods/catalogue/products/limit-proposal.ts';
import { productFields } from '#core/goods/catalogue/products/product-fields.ts';
import { STRAIN_TYPES, strainLabel } from '#core/goods/catalogue/search/strain.ts';
import { testStatusLabel } from '#core/goods/stock/lots/lots.ts';
import { testStatuses } from '#kernel/statuses.ts';
import { Field, SelectField } from '#ui/field.tsx';
import { CategoryField } from './category-field.tsx';
import { LimitCategoryOptions } from './product-form.tsx';
import { ProductTypeField } from './product-type-field.tsx';

type Props = {
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, readonly string[]>>;
  shelves: readonly { id: number; name: string }[];
  types: readonly string[];
  /** The type of a new product by category; missing where staff have to choose it. */
  typeOf: Readonly<Record<number, string>>;
  /** The store's low-stock level, in units. */
  lowStock: number;
};

export function NewProductFields({ values, errors, shelves, types, typeOf, lowStock }: Props) {
  const propose = useProposal(shelves, typeOf);
  const field = (name: string, label: string) => ({
    name,
    label,
    defaultValue: values[name] ?? '',
    errors: errors[name],
  });
  const grid = 'grid gap-4 sm:grid-cols-2';
  return (
    <div onChange={propose} className="flex flex-col gap-8">
      <div className={grid}>
        <Field required className="sm:col-span-2" {...field('name', 'Name')} />
        <CategoryField
          {...field('categoryId', 'Category')}
          shelves={shelves}
          added={{ defaultValue: values.newCategory ?? '', errors: errors.newCategory }}
        />
        <ProductTypeField
          types={types}
          hint="Cannabis applies legal limits, the minimum age and lab tests."
          {...field('productType', 'Product type')}
        >
          <option value="">Same as its category</option>
        </ProductTypeField>
        <Field hint="Like 3.5 g, 1/8 oz or 10 × 10 mg." {...field('size', 'Size')} />
        <Field required inputMode="decimal" {...field('retailPrice', 'Retail')} />
        <Field
          inputMode="decimal"
          hint="From the test, for the product and its first lot."
          {...field('thcBasisPoints', 'THC %')}
        />
        <SelectField hint="Proposed from category and size." {...field('limitCategory', 'Counts as')}>
          <LimitCategoryOptions />
        </SelectField>
        <Field
          required
          hint="Per unit, like 3.5 g; for edibles the THC, like 100 mg."
          {...field('limitMg', 'Amount that counts')}
        />
      </div>
      <fieldset className="border-t border-line pt-5">
        <legend className="float-left mb-3 w-full text-lg font-semibold">First lot</legend>
        <p className="clear-both mb-4 text-sm text-ink-soft">
          Needed before anyone can buy it. Leave all of it empty to receive a lot later.
        </p>
        <div className={grid}>
          <Field required {...field('batchNumber', 'Batch')} />
          <Field required inputMode="numeric" {...field('stock', 'Units')} />
          <SelectField
            hint="Cannabis waits off sale without a passed test, laboratory, certificate number, THC and CBD."
            {...field('testStatus', 'Test result')}
          >
            <option value="">No result yet</option>
            {testStatuses.map((status) => (
              <option key={status} value={status}>
                {testStatusLabel[status]}
              </option>
            ))}
          </SelectField>
          <Field {...field('labName', 'Laboratory')} />
          <Field {...field('coaNumber', 'Certificate number (COA)')} />
          <Field inputMode="decimal" {...field('totalCbdBasisPoints', 'CBD %')} />
          <Field
            type="date"
            hint="Empty if it does not expire."
            {...field('expiresOn', 'Last day to sell')}
          />
        </div>
      </fieldset>
      <details
        className="border-t border-line"
        open={['wholesalePrice', 'strainCode', 'upcCode', 'lowStockLevel'].some((name) => errors[name])}
      >
        <summary className="min-h-11 py-3 font-medium">Cost, strain, UPC and low-stock level</summary>
        <div className={grid}>
          <Field
            required
            inputMode="decimal"
            hint="Your cost per unit; 0 if unknown."
            {...field('wholesalePrice', 'Wholesale')}
          />
          <Field hint="Short name on cards, such as BVK." {...field('strainCode', 'Strain')} />
          <SelectField {...field('strainType', 'Strain type')}>
            <option value="">None</option>
            {STRAIN_TYPES.map((type) => (
              <option key={type} value={type}>
                {strainLabel(type)}
              </option>
            ))}
          </SelectField>
          <Field inputMode="numeric" {...field('upcCode', 'UPC')} />
          <Field
            inputMode="numeric"
            hint={`Stock is low at this many units or fewer. Leave empty for the store’s level, ${lowStock}.`}
            {...field('lowStockLevel', 'Low-stock level')}
          />
        </div>
      </details>
      <SelectField className="sm:max-w-xs" {...field('forSale', 'For Sale')}>
        <option value="yes">Yes, as soon as it is complete</option>
        <option value="no">No</option>
      </SelectField>
    </div>
  );
}

/**
 * Writes the proposal into the two fields while staff choose category and size, until they edit them. Without scripts
 * the server proposes the same.
 */
function useProposal(shelves: Props['shelves'], typeOf: Props['typeOf']) {
  const edited = useRef(new Set<string>());
  return (event: FormEvent<HTMLDivElement>) => {
    const control = event.target;
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) return;
    if (control.name === 'limitCategory' || control.name === 'limitMg') edited.current.add(control.name);
    if (!['categoryId', 'size', 'productType'].includes(control.name)) return;
    const at = (name: string) => control.form?.elements.namedItem(name);
    const text = (name: string) => {
      const found = at(name);
      return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found.value : '';
    };
    const shelf = shelves.find(({ id }) => String(id) === text('categoryId'));
    const { limitCategory, limitMg } = proposeLimit(
      {
        productType: text('productType') || typeOf[Number(text('categoryId'))] || '',
        size: text('size'),
        netWeightMg: null,
        thcMgPerPackage: null,
      },
      shelf?.name ?? '',
    );
    const write = (name: 'limitCategory' | 'limitMg', value: string) => {
      const found = at(name);
      if (edited.current.has(name)) return;
      if (found instanceof HTMLInputElement || found instanceof HTMLSelectElement) found.value = value;
    };
    write('limitCategory', limitCategory ?? '');
    write('limitMg', productFields.limitMg.write(limitMg));
  };
}
