/** Renders the four tabs of Edit Product. Without scripts they are stacked; all fields belong to one form. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  LONGEST_DESCRIPTION,
  type ProductField,
  type ProductTab,
  productFields,
  taxClasses,
} from '#core/goods/catalogue/products/product-fields.ts';
import { STRAIN_TYPES, strainLabel } from '#core/goods/catalogue/search/strain.ts';
import { Field, SelectField, TextAreaField } from '#ui/field.tsx';
import { useHydrated } from '#ui/hydrated.ts';
import { CategoryField } from './category-field.tsx';
import { ProductTypeField } from './product-type-field.tsx';

export type TabName = ProductTab | 'media';

const tabs: readonly { name: TabName; label: string }[] = [
  { name: 'info', label: 'Product Info' },
  { name: 'compliance', label: 'Compliance & Status' },
  { name: 'description', label: 'Description' },
  { name: 'media', label: 'Media' },
];

type Errors = Readonly<Record<string, readonly string[]>>;

/** The tab of a field; the first tab if it is not a field. */
export const tabOfField = (field: string): TabName =>
  field === 'picture' ? 'media' : field in productFields ? productFields[field as ProductField].tab : 'info';

/** The open tab: after a refusal, the one with the first error. */
export function useTabs(errors: Errors | undefined): {
  open: TabName;
  choose(tab: TabName): void;
  counts: Readonly<Record<string, number>>;
} {
  const [open, choose] = useState<TabName>('info');
  const counts: Record<string, number> = {};
  const wrong = Object.keys(errors ?? {}).filter((field) => (errors?.[field]?.length ?? 0) > 0);
  for (const field of wrong) counts[tabOfField(field)] = (counts[tabOfField(field)] ?? 0) + 1;
  const first = wrong[0];
  const seen = useRef<Errors | undefined>(undefined);
  useEffect(() => {
    if (errors === seen.current) return;
    seen.current = errors;
    if (first !== undefined) choose(tabOfField(first));
  }, [errors, first]);
  return { open, choose, counts };
}

/** Arrow keys move between tabs, as in any tab list. */
export function TabList({ id, open, choose, counts }: { id: string } & ReturnType<typeof useTabs>) {
  const hydrated = useHydrated();
  const list = useRef<HTMLDivElement>(null);
  const go = (step: number) => {
    const at = tabs.findIndex(({ name }) => name === open);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    choose(next.name);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-tab-${next.name}`)}`)?.focus();
  };
  return (
    <div
      ref={list}
      {...(hydrated ? { role: 'tablist', 'aria-label': 'Product' } : {})}
      className="relative mb-6 flex gap-1 overflow-x-auto border-b border-line noscript:hidden"
    >
      {tabs.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          id={`${id}-tab-${name}`}
          {...(hydrated
            ? {
                ...{ role: 'tab', 'aria-selected': open === name },
                'aria-controls': `${id}-panel-${name}`,
                tabIndex: open === name ? 0 : -1,
              }
            : {})}
          onClick={() => choose(name)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') go(1);
            else if (event.key === 'ArrowLeft') go(-1);
            else return;
            event.preventDefault();
          }}
          className={`min-h-11 px-4 whitespace-nowrap -outline-offset-3 ${open === name ? 'border-b-3 border-spruce-700 font-semibold' : 'text-ink-soft'}`}
        >
          {label}
          {counts[name] ? (
            <span className="ml-2 rounded-pill bg-clay-100 px-2 text-xs text-clay-700">
              {counts[name]}
              <span className="sr-only"> to correct</span>
            </span>
          ) : null}
        </button>
      ))}
    </div>
  );
}

export function TabPanel({
  id,
  name,
  open,
  children,
}: {
  id: string;
  name: TabName;
  open: TabName;
  children: ReactNode;
}) {
  const hydrated = useHydrated();
  const label = tabs.find((tab) => tab.name === name)?.label;
  // Until the scripts run there are no tabs; without scripts every panel is a section under its heading.
  return (
    <section
      role={hydrated ? 'tabpanel' : undefined}
      id={`${id}-panel-${name}`}
      aria-label={hydrated ? undefined : label}
      aria-labelledby={hydrated ? `${id}-tab-${name}` : undefined}
      className={`noscript:mb-8 ${open === name ? '' : 'hidden noscript:block'}`}
    >
      <h2 className="mb-4 hidden text-xl noscript:block">{label}</h2>
      {children}
    </section>
  );
}

type FieldsProps = {
  values: Readonly<Record<string, string>>;
  errors: Errors;
};

function useField({ values, errors }: FieldsProps) {
  return (name: ProductField) => ({
    name,
    label: productFields[name].label,
    defaultValue: values[name] ?? '',
    errors: errors[name],
  });
}

function YesNo(props: ReturnType<ReturnType<typeof useField>> & { hint?: string }) {
  return (
    <SelectField {...props}>
      <option value="yes">Yes</option>
      <option value="no">No</option>
    </SelectField>
  );
}

export function InfoFields({
  shelves,
  types,
  lowStock,
  discounts = false,
  ...form
}: FieldsProps & {
  shelves: readonly { id: number; name: string }[];
  types: readonly string[];
  /** The store's low-stock level, in units. */
  lowStock: number;
  /** Whether there is a discount to set or to end. */
  discounts?: boolean;
}) {
  const field = useField(form);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field required className="sm:col-span-2" {...field('name')} />
      <CategoryField
        {...field('categoryId')}
        shelves={shelves}
        added={{ defaultValue: form.values.newCategory ?? '', errors: form.errors.newCategory }}
      />
      <ProductTypeField
        types={types}
        hint="Cannabis applies legal limits, the minimum age and lab tests."
        {...field('productType')}
      />
      <Field required inputMode="decimal" {...field('retailPrice')} />
      <Field
        required
        inputMode="decimal"
        hint="Your cost per unit; 0 if unknown."
        {...field('wholesalePrice')}
      />
      <Field {...field('size')} />
      <YesNo {...field('forSale')} />
      <Field hint="Short name on cards, such as BVK." {...field('strainCode')} />
      <Field hint="Full name on the product page, such as Beaverkill." {...field('strainName')} />
      <Field hint="The parents, such as Afghan × Thai." {...field('lineage')} />
      <Field
        hint="As the laboratory reports them, such as Myrcene 0.8%, limonene 0.4%. No effects."
        {...field('terpenes')}
      />
      <SelectField {...field('strainType')}>
        <option value="">None</option>
        {STRAIN_TYPES.map((type) => (
          <option key={type} value={type}>
            {strainLabel(type)}
          </option>
        ))}
      </SelectField>
      <Field inputMode="numeric" {...field('upcCode')} />
      <Field
        inputMode="numeric"
        hint={`Stock is low at this many units or fewer. Leave empty for the store’s level, ${lowStock}.`}
        {...field('lowStockLevel')}
      />
      {discounts ? <DiscountFields {...form} /> : null}
    </div>
  );
}

function DiscountFields(form: FieldsProps) {
  const field = useField(form);
  return (
    <fieldset className="grid gap-4 border-t border-line pt-5 sm:col-span-2 sm:grid-cols-3">
      <legend className="float-left mb-1 font-semibold sm:col-span-3">Discount</legend>
      <p className="clear-both text-sm text-ink-soft sm:col-span-3">
        Taken off the price of each unit for a range of days. Customers see the list price, the current price,
        the last day and the terms. To end it, empty the first field.
      </p>
      <Field hint="An amount like 5.00, or a percentage like 20%." {...field('discount')} />
      <Field type="date" {...field('discountFrom')} />
      <Field type="date" hint="The discount includes this day." {...field('discountUntil')} />
      <TextAreaField
        rows={2}
        maxLength={300}
        hint="Customers see this, such as ‘While supplies last’."
        className="sm:col-span-3"
        {...field('discountTerms')}
      />
    </fieldset>
  );
}

const taxLabels = {
  cannabis: 'Cannabis',
  merchandise: 'Merchandise',
  clothing: 'Clothing',
  food: 'Food, such as eggs and honey',
} as const;

export function LimitCategoryOptions() {
  return (
    <>
      <option value="">Nothing</option>
      <option value="flower">Cannabis (3 ounces)</option>
      <option value="concentrate">Concentrate (24 g)</option>
      <option value="edible">Edible (THC in mg)</option>
    </>
  );
}

/** The potency of lots is on their certificates: the fields here repeat it for cards and filters. */
type TestedLot = {
  batchNumber: string;
  totalThcBasisPoints: number | null;
  totalCbdBasisPoints: number | null;
};

export function ComplianceFields({ lots, ...form }: FieldsProps & { lots: readonly TestedLot[] }) {
  const field = useField(form);
  const tested = lots.find(({ totalThcBasisPoints }) => totalThcBasisPoints !== null);
  const potency = (basisPoints: number | null | undefined) =>
    tested && basisPoints != null
      ? `Batch ${tested.batchNumber} tested at ${basisPoints / 100}%.`
      : undefined;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <YesNo hint="Cannabis always requires ID." {...field('requiresId')} />
      <SelectField {...field('taxClass')}>
        {taxClasses.map((name) => (
          <option key={name} value={name}>
            {taxLabels[name]}
          </option>
        ))}
      </SelectField>
      <SelectField hint="The legal limit this product counts toward." {...field('limitCategory')}>
        <LimitCategoryOptions />
      </SelectField>
      <Field
        required
        hint="Per unit, like 3.5 g; for edibles the THC, like 100 mg. Cannabis needs it before it goes on sale."
        {...field('limitMg')}
      />
      <Field hint="Like 3.5 g or 750 mg." {...field('netWeightMg')} />
      <Field inputMode="numeric" {...field('servings')} />
      <Field inputMode="decimal" hint={potency(tested?.totalThcBasisPoints)} {...field('thcBasisPoints')} />
      <Field inputMode="decimal" hint={potency(tested?.totalCbdBasisPoints)} {...field('cbdBasisPoints')} />
      <Field hint="Like 100 mg." {...field('thcMgPerPackage')} />
      <Field hint="Like 100 mg." {...field('cbdMgPerPackage')} />
      <Field {...field('biotrackId')} />
      <Field {...field('labTestId')} />
    </div>
  );
}

export function DescriptionFields(form: FieldsProps) {
  const field = useField(form);
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <TextAreaField
        rows={8}
        maxLength={LONGEST_DESCRIPTION}
        hint="No health claims, no slang, nothing that appeals to minors."
        {...field('description')}
      />
      <TextAreaField rows={3} maxLength={1000} {...field('cannabisContent')} />
    </div>
  );
}
