/** Offers to add or restore the categories that a file names and the menu does not have. */
import { Form } from 'react-router';
import type { restorable } from '#core/goods/catalogue/categories/category.ts';
import { rowCount } from '#core/goods/catalogue/imports/product-import.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { ImportView } from './imports-queries.server.ts';

/** By the file's name: the category to restore for it, where the shop has it off the menu. */
export type OffMenu = Readonly<Record<string, ReturnType<typeof restorable>>>;

export function UnknownCategories({
  found,
  offMenu,
  fallback,
  busy,
}: {
  found: ImportView;
  offMenu: OffMenu;
  /** The category of new products that name none; '' in a shop without categories. */
  fallback: string;
  busy: boolean;
}) {
  const unknown = Object.entries(found.counts?.unknownCategories ?? {});
  if (unknown.length === 0) return null;
  const missing = unknown.map(([name]) => name).filter((name) => !offMenu[name]);
  const hasArchived = missing.length < unknown.length;
  return (
    <Notice
      tone="caution"
      title={hasArchived ? 'These categories are not on the menu' : 'The shop does not have these categories'}
    >
      <p className="mt-1">
        {fallback === ''
          ? `Add ${hasArchived ? 'or restore ' : ''}them to import these rows.`
          : `Without them, new products go to ${fallback}; other products stay where they are.`}
      </p>
      <ul className="mt-2 max-w-xl divide-y divide-line">
        {unknown.map(([name, count]) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 py-1.5">
            <span className="min-w-0 flex-1 break-words">
              {name} <span className="figures text-ink-soft">({rowCount(count)})</span>
              <OffMenuWords category={offMenu[name] ?? null} />
            </span>
            <Solve found={found} name={name} category={offMenu[name] ?? null} busy={busy} />
          </li>
        ))}
      </ul>
      {missing.length > 1 ? (
        <div className="mt-3">
          <Answer found={found} fields={missing.map((name) => ['category', name])} busy={busy}>
            {missing.length === 2 ? 'Add both categories' : `Add all ${missing.length} categories`}
          </Answer>
        </div>
      ) : null}
    </Notice>
  );
}

function OffMenuWords({ category }: { category: OffMenu[string] }) {
  if (!category) return null;
  return (
    <span className="block text-sm text-ink-soft">
      {category.isMerged ? `Merged into ${category.name}, which is archived.` : 'Archived.'}
    </span>
  );
}

function Solve({
  found,
  name,
  category,
  busy,
}: {
  found: ImportView;
  name: string;
  category: OffMenu[string];
  busy: boolean;
}) {
  return category ? (
    <Answer found={found} fields={[['restore', String(category.id)]]} busy={busy}>
      Restore {category.name}
    </Answer>
  ) : (
    <Answer found={found} fields={[['category', name]]} busy={busy}>
      Add category<span className="sr-only"> {name}</span>
    </Answer>
  );
}

function Answer({
  found,
  fields,
  busy,
  children,
}: {
  found: ImportView;
  fields: readonly (readonly [string, string])[];
  busy: boolean;
  children: React.ReactNode;
}) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="category" />
      <input type="hidden" name="preview" value={found.preview} />
      {fields.map(([name, value]) => (
        <input key={value} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" rank="secondary" size="small" className="min-h-11" disabled={busy}>
        {children}
      </Button>
    </Form>
  );
}
