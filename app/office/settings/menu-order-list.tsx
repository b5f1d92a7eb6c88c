/** Renders the categories in order, each with buttons that move it. Plain form buttons, so that it needs no script. */
import { Form } from 'react-router';
import { ArrowDown, ArrowUp } from '#ui/icons.ts';
import type { MenuCategory } from './menu-order.ts';

export function MenuOrderList({
  categories,
  version,
}: {
  categories: readonly MenuCategory[];
  /** The saved version that the page shows; a move of a newer one is refused. */
  version: number;
}) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="version" value={version} />
      <ol className="max-w-md divide-y divide-line border-y border-line">
        {categories.map(({ id, name }, at) => (
          <li key={id} className="flex items-center gap-2">
            <span className="figures w-8 text-ink-soft">{at + 1}</span>
            <span className="min-w-0 flex-1">{name}</span>
            <Move to={`${id} up`} label={`Move ${name} up`} isPossible={at > 0}>
              <ArrowUp aria-hidden="true" className="size-4.5" />
            </Move>
            <Move to={`${id} down`} label={`Move ${name} down`} isPossible={at < categories.length - 1}>
              <ArrowDown aria-hidden="true" className="size-4.5" />
            </Move>
          </li>
        ))}
      </ol>
    </Form>
  );
}

function Move({
  to,
  label,
  isPossible,
  children,
}: {
  to: string;
  label: string;
  isPossible: boolean;
  children: React.ReactNode;
}) {
  return (
    <button
      type="submit"
      name="move"
      value={to}
      aria-label={label}
      disabled={!isPossible}
      className="inline-flex size-11 items-center justify-center rounded-control text-spruce-700 hover:bg-spruce-100 disabled:opacity-40 disabled:hover:bg-transparent"
    >
      {children}
    </button>
  );
}
