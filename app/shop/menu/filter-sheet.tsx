/** Renders the filters on a phone: a sheet over the page that always shows the number of matching products. */
import { useRef, useState } from 'react';
import type { CatalogueFacets } from '#core/goods/catalogue/catalogue-facets.ts';
import type { CatalogueFilter } from '#core/goods/catalogue/catalogue-filter.ts';
import { formatNumber } from '#kernel/number.ts';
import { Button } from '#ui/button.tsx';
import { SlidersHorizontal, X } from '#ui/icons.ts';
import { FilterFields } from './filter-fields.tsx';
import { leadToResults, RESULTS_ID } from './lead-to-results.ts';
import { ScopeFields } from './search-scope.tsx';
import { SortSelect } from './sort-select.tsx';
import { useFilterForm } from './use-filter-form.ts';

type SheetProps = {
  filter: CatalogueFilter;
  facets: CatalogueFacets;
  total: number;
  path: string;
  /** How many filters are active. */
  chosen: number;
};

/** The button that opens the sheet, and the sheet. Hidden without scripts: the page then shows the plain form. */
export function FilterSheet(props: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const show = () => {
    setOpen(true);
    dialog.current?.showModal();
  };
  return (
    <>
      <Button
        rank="secondary"
        size="small"
        onClick={show}
        aria-haspopup="dialog"
        className="min-h-11 shrink-0 lg:hidden noscript:hidden"
      >
        <SlidersHorizontal aria-hidden="true" className="size-4.5" />
        Filters{props.chosen > 0 ? ` (${props.chosen})` : ''}
      </Button>
      <dialog
        ref={dialog}
        aria-label="Filters"
        onClose={() => setOpen(false)}
        className="m-0 mt-auto h-[88dvh] max-h-none w-full max-w-none rounded-t-surface bg-paper backdrop:bg-spruce-900/50"
      >
        {open ? <SheetForm {...props} onClose={() => dialog.current?.close()} /> : null}
      </dialog>
    </>
  );
}

function SheetForm({ filter, facets, total, path, onClose }: SheetProps & { onClose: () => void }) {
  const { form, send, sendSoon, isWaiting } = useFilterForm(filter, path);
  const count = `${formatNumber(total)} ${total === 1 ? 'product' : 'products'}`;
  return (
    <form
      ref={form}
      action={`${path}#${RESULTS_ID}`}
      className="flex h-full flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        send();
        onClose();
        // Closing returns focus to the button that opened it; a shopper who is done wants the list.
        leadToResults({ takeFocus: true });
      }}
    >
      <div className="flex items-center justify-between border-b border-line py-2 pr-2 pl-5">
        <h2 className="text-xl">Filters</h2>
        <button
          type="button"
          onClick={onClose}
          aria-label="Close filters"
          className="inline-flex size-11 items-center justify-center rounded-control hover:bg-cream"
        >
          <X aria-hidden="true" className="size-5.5" />
        </button>
      </div>
      <input type="hidden" name="q" value={filter.q} />
      <ScopeFields filter={filter} />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-6">
        <div className="mb-6">
          <p aria-hidden="true" className="mb-1.5 text-sm font-medium">
            Sort by
          </p>
          <SortSelect filter={filter} aria-label="Sort by" onChange={send} />
        </div>
        <FilterFields
          filter={filter}
          facets={facets}
          onChoose={send}
          onType={sendSoon}
          isWaiting={isWaiting}
        />
      </div>
      <div className="border-t border-line px-5 py-3">
        {/* Beside the button, because screen readers do not announce changes of its own text. */}
        <p role="status" className="sr-only">
          {count}
        </p>
        <Button type="submit" size="large" className="figures w-full">
          Show {count}
        </Button>
      </div>
    </form>
  );
}
