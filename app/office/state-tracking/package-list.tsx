/** Renders packages, each with the lot that it is, or with what makes it one: product, batch number, a press. */
import { Link, useNavigation } from 'react-router';
import { StatusBadge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { CheckboxField, Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import type { PackagesView } from './delivery-page-queries.server.ts';
import { batchField, priceField, productField } from './package-fields.ts';
import type { PackageView } from './package-views.ts';

const CHOICES = 'package-products';
const card = 'grid gap-x-5 gap-y-3 rounded-surface bg-surface p-4 inset-ring inset-ring-line';

export function PackageList({
  packages: { rows, choices, chosen },
  mayManage,
  mayAddProducts,
  refusal,
}: {
  packages: PackagesView;
  mayManage: boolean;
  mayAddProducts: boolean;
  refusal: FormRefusal | undefined;
}) {
  const sent = useNavigation().formData;
  const ready = mayManage ? rows.filter(({ isReady }) => isReady).length : 0;
  const list = (
    <ol aria-label="Packages" className="flex flex-col gap-3">
      {rows.map((row) => (
        <li
          key={row.tag}
          className={`${card} ${row.isReady && mayManage ? 'lg:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)]' : ''}`}
        >
          <Package row={row} mayManage={mayManage} />
          {row.isReady && mayManage ? (
            <MakeLot
              row={row}
              choice={chosen[row.tag] ?? ''}
              refusal={refusal}
              busy={sent?.get('make') === row.tag}
            />
          ) : null}
        </li>
      ))}
    </ol>
  );
  if (ready === 0) return list;
  return (
    <CheckedForm refusal={refusal} preventScrollReset className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        {/* First in the form, so that Enter in a field makes no lot. */}
        <Button
          type="submit"
          rank="secondary"
          name="intent"
          value="save"
          busy={sent?.get('intent') === 'save'}
          busyText="Saving…"
        >
          Save products
        </Button>
        {ready > 1 ? (
          <Button
            type="submit"
            name="intent"
            value="all"
            busy={sent?.get('intent') === 'all'}
            busyText="Making lots…"
          >
            Make all lots
          </Button>
        ) : null}
        <p className="figures text-sm text-ink-soft">{ready} not yet a lot</p>
      </div>
      <p className="measure text-sm text-ink-soft">
        Choose the product of each item once; Save products remembers it and makes no lot. An item that the
        shop does not sell yet needs{' '}
        {mayAddProducts ? (
          <>
            <Link
              to="/admin/products/new"
              className="-my-2.5 inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
            >
              a new product
            </Link>{' '}
            first.
          </>
        ) : (
          'a new product first. Ask an admin.'
        )}
      </p>
      {list}
      <datalist id={CHOICES}>
        {choices.map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
    </CheckedForm>
  );
}

function Package({ row, mayManage }: { row: PackageView; mayManage: boolean }) {
  const { tag, item, units, test, mayBeSold, wholesale, note, lot, isReady } = row;
  return (
    <div className="min-w-0">
      <p className="font-semibold wrap-anywhere">{item}</p>
      <p className="figures text-xs text-ink-soft wrap-anywhere">{tag}</p>
      <p className="figures mt-1.5">
        {units}
        {wholesale === null ? '' : ` · ${wholesale} a unit`}
      </p>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <StatusBadge tone={mayBeSold ? 'green' : 'red'}>{test}</StatusBadge>
        {lot ? (
          <>
            <Link
              to={lot.to}
              className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
            >
              {lot.label}
            </Link>
            <span className="text-ink-soft">{lot.status}</span>
          </>
        ) : null}
        {isReady && !mayManage ? (
          <span className="text-ink-soft">Not yet a lot: an admin makes it.</span>
        ) : null}
      </p>
      {note === null ? null : <p className="measure mt-1.5 text-ink-soft">{note}</p>}
    </div>
  );
}

function MakeLot({
  row: { tag, batch, wholesale, mayBeSold },
  choice,
  refusal,
  busy,
}: {
  row: PackageView;
  choice: string;
  refusal: FormRefusal | undefined;
  busy: boolean;
}) {
  const typed = refusal?.values[productField(tag)] ?? choice;
  const of = <span className="sr-only"> for {tag}</span>;
  return (
    <div className="grid min-w-0 items-start gap-x-4 gap-y-3 sm:grid-cols-[minmax(0,1fr)_10rem_auto]">
      <Field
        // A product that is remembered later is shown, unless staff typed one.
        key={typed}
        label={<>Product{of}</>}
        name={productField(tag)}
        required
        list={CHOICES}
        autoComplete="off"
        placeholder="Type a name"
        defaultValue={typed}
        errors={refusal?.errors[productField(tag)]}
      />
      <Field
        label={<>Batch number{of}</>}
        name={batchField(tag)}
        required
        autoComplete="off"
        placeholder={batch}
        maxLength={100}
        defaultValue={refusal?.values[batchField(tag)] ?? batch}
        errors={refusal?.errors[batchField(tag)]}
      />
      <Button
        type="submit"
        name="make"
        value={tag}
        rank="secondary"
        busy={busy}
        busyText="Making…"
        className="sm:mt-7.5"
      >
        Make a lot{of}
      </Button>
      {wholesale === null ? null : (
        <CheckboxField
          className="sm:col-span-3 sm:-mt-2"
          name={priceField(tag)}
          label={
            <>
              Replace the product’s wholesale price with {wholesale}, if it has one{of}
            </>
          }
        />
      )}
      {mayBeSold ? null : <p className="text-ink-soft sm:col-span-3">The lot will not be for sale.</p>}
    </div>
  );
}
