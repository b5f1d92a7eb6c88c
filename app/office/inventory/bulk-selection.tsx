/** Renders the products of a bulk change: their names, and the hidden fields that pass them from step to step. */
import { PREVIEW_LINES, productCount } from '#core/goods/catalogue/products/bulk-change.ts';
import type { Selected } from '#core/goods/catalogue/products/product-selection.server.ts';
import { BulkLines } from './bulk-edit.tsx';

/** What is passed from step to step: the selected ids, or the filters. */
export type Carried = { query: string; all: boolean; ids: string[] };

export function Chosen({ count, names }: Selected) {
  return (
    <details open={count <= 10} className="mb-6 rounded-surface bg-cream px-4">
      <summary className="figures min-h-11 py-3 font-medium">{productCount(count)} selected</summary>
      <div className="pb-4">
        <BulkLines names={names} more={count - names.length} />
      </div>
    </details>
  );
}

export function CarriedFields({ query, all, ids }: Carried) {
  return (
    <>
      <input type="hidden" name="query" value={query} />
      {all ? <input type="hidden" name="all" value="1" /> : null}
      {ids.map((id) => (
        <input key={id} type="hidden" name="ids" value={id} />
      ))}
    </>
  );
}

export function Removed({
  title,
  names,
  children,
}: {
  title: string;
  names: readonly { id: number; name: string }[];
  children: React.ReactNode;
}) {
  if (names.length === 0) return null;
  return (
    <section>
      <h2 className="text-xl">{title}</h2>
      <p className="mt-1 mb-2 text-ink-soft">{children}</p>
      <BulkLines
        names={names.slice(0, PREVIEW_LINES).map(({ name }) => name)}
        more={names.length - PREVIEW_LINES}
      />
    </section>
  );
}
