/** Renders the inventory's 'Edit Product' dialog. It has its own address, so that it opens without scripts too. */
import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Link, type Location, useNavigate, useNavigation } from 'react-router';
import { lotStatusLabel } from '#core/goods/stock/lots/lots.ts';
import type { LotStatus } from '#kernel/statuses.ts';
import { Warnings } from '#office/products/warnings.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { SaveForm } from '#ui/form/save-form.tsx';
import { editLinkId } from './inventory-columns.tsx';

/** The dialog is part of the list's address. */
const isOpenAt = (here: Location, next: Location) =>
  here.pathname === next.pathname &&
  new URLSearchParams(next.search).get('edit') === new URLSearchParams(here.search).get('edit');

export type DialogRefusal = FormRefusal & { warnings?: string[] };

export function InventoryDialog({
  product,
  lot,
  refusal,
  closeTo,
}: {
  product: { id: number; name: string; version: number; base: Readonly<Record<string, string>> };
  /** The next lot to be handed out; if none is on sale, the one on hand. */
  lot: { id: number; batchNumber: string; onHand: number; status: LotStatus } | null;
  refusal: DialogRefusal | undefined;
  /** The list without the dialog. */
  closeTo: string;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const navigate = useNavigate();
  const navigation = useNavigation();
  useEffect(() => {
    // It is open in the page until scripts run.
    dialog.current?.close();
    dialog.current?.showModal();
  }, []);
  useLayoutEffect(() => {
    const element = dialog.current;
    // Close it before unmounting so that it returns the focus; if it was opened by its address, focus goes to its row.
    return () => {
      element?.close();
      if (document.activeElement === document.body) document.getElementById(editLinkId(product.id))?.focus();
    };
  }, [product.id]);
  const values = refusal?.values ?? product.base;
  const errors = refusal?.errors ?? {};
  const field = (name: string) => ({ name, defaultValue: values[name] ?? '', errors: errors[name] });
  const leave = () => navigate(closeTo, { preventScrollReset: true });
  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby={title}
      className="dialog max-w-2xl"
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
    >
      <h2 id={title} className="mb-1 text-xl">
        Edit Product
      </h2>
      <p className="mb-4 text-ink-soft">{product.name}</p>
      <SaveForm
        refusal={refusal}
        version={product.version}
        base={product.base}
        staysAt={isOpenAt}
        preventScrollReset
        className="flex flex-col gap-5"
      >
        <input type="hidden" name="intent" value="save" />
        <Warnings warnings={refusal?.warnings} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" required className="sm:col-span-2" {...field('name')} />
          <Field label="Strain" {...field('strainCode')} />
          <Field label="Size" {...field('size')} />
          {lot ? (
            <>
              <input type="hidden" name="lotId" value={lot.id} />
              <input type="hidden" name="expected" value={lot.onHand} />
              <Field
                label="Batch"
                required
                hint={
                  lot.status === 'sellable' ? 'The lot that sells next.' : `${lotStatusLabel[lot.status]}.`
                }
                {...field('batchNumber')}
              />
              <Field
                label="Stock"
                required
                inputMode="numeric"
                hint={`Units counted in batch ${lot.batchNumber}. The difference is recorded.`}
                {...field('stock')}
              />
            </>
          ) : (
            <p className="text-sm text-ink-soft sm:col-span-2">
              No lots yet, so no batch and no stock.{' '}
              <Link
                to={`/admin/products/${product.id}/lots`}
                className="text-spruce-700 underline underline-offset-4"
              >
                Receive a lot
              </Link>
            </p>
          )}
          <Field label="Retail" required inputMode="decimal" {...field('retailPrice')} />
          <Field label="Wholesale" required inputMode="decimal" {...field('wholesalePrice')} />
          <SelectField label="For Sale" {...field('forSale')}>
            <option value="yes">Yes</option>
            <option value="no">No</option>
          </SelectField>
          <span className="max-sm:hidden" />
          <Field label="BioTrack" {...field('biotrackId')} />
          <Field label="LabTest" {...field('labTestId')} />
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Link
            to={`/admin/products/${product.id}`}
            className={buttonClass('quiet', 'normal', 'mr-auto -ml-5')}
          >
            All fields
          </Link>
          <Link to={closeTo} preventScrollReset className={buttonClass('secondary')}>
            Cancel
          </Link>
          <Button type="submit" busy={navigation.formData?.get('intent') === 'save'} busyText="Saving…">
            Save Changes
          </Button>
        </div>
      </SaveForm>
    </dialog>
  );
}
