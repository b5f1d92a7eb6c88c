/** Offers to add the categories that a file names and the shop does not have. */
import { Form } from 'react-router';
import { rowCount } from '#core/goods/catalogue/imports/product-import.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { ImportView } from './imports-queries.server.ts';

export function UnknownCategories({
  found,
  fallback,
  busy,
}: {
  found: ImportView;
  /** The category of new products that name none; '' in a shop without categories. */
  fallback: string;
  busy: boolean;
}) {
  const unknown = Object.entries(found.counts?.unknownCategories ?? {});
  if (unknown.length === 0) return null;
  const names = unknown.map(([name]) => name);
  return (
    <Notice tone="caution" title="The shop does not have these categories">
      <p className="mt-1">
        {fallback === ''
          ? 'Add them to import these rows.'
          : `Without them, new products go to ${fallback}; other products stay where they are.`}
      </p>
      <ul className="mt-2 max-w-xl divide-y divide-line">
        {unknown.map(([name, count]) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 py-1.5">
            <span className="min-w-0 flex-1 break-words">
              {name} <span className="figures text-ink-soft">({rowCount(count)})</span>
            </span>
            <Add found={found} names={[name]} busy={busy}>
              Add category<span className="sr-only"> {name}</span>
            </Add>
          </li>
        ))}
      </ul>
      {names.length > 1 ? (
        <div className="mt-3">
          <Add found={found} names={names} busy={busy}>
            {names.length === 2 ? 'Add both categories' : `Add all ${names.length} categories`}
          </Add>
        </div>
      ) : null}
    </Notice>
  );
}

function Add({
  found,
  names,
  busy,
  children,
}: {
  found: ImportView;
  names: readonly string[];
  busy: boolean;
  children: React.ReactNode;
}) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="category" />
      <input type="hidden" name="preview" value={found.preview} />
      {names.map((name) => (
        <input key={name} type="hidden" name="category" value={name} />
      ))}
      <Button type="submit" rank="secondary" size="small" className="min-h-11" disabled={busy}>
        {children}
      </Button>
    </Form>
  );
}
