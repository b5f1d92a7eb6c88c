/** Defines the order of the menu: categories by id, moved one place at a time. */
import type { SettingsSection } from '#core/ground/settings/settings-section.ts';
import { refuse, succeed } from '#kernel/result.ts';

export type MenuCategory = { id: number; name: string };

/**
 * The ids after a move, such as '3 up'. A move that does not exist, or leads past an end, leaves the order as it is.
 * @param categories in the order before the move
 */
export function orderAfter(categories: readonly MenuCategory[], move: string): number[] {
  const ids = categories.map(({ id }) => id);
  const [, id, direction] = /^(\d{1,10}) (up|down)$/.exec(move) ?? [];
  const from = ids.indexOf(Number(id));
  const to = direction === 'up' ? from - 1 : from + 1;
  const other = ids[to];
  if (from === -1 || other === undefined) return ids;
  return ids.with(from, other).with(to, Number(id));
}

/** For the audit log and the history: the names, in order. */
export const menuOrderSection = (categories: readonly MenuCategory[]): SettingsSection<'menu'> => ({
  path: 'menu-order',
  name: 'menu',
  keys: ['categoryOrder'],
  labels: { categoryOrder: 'Order of the menu' },
  texts: ({ categoryOrder }) => ({ categoryOrder: categoryOrder.join(' ') }),
  read: ({ categoryOrder }) => {
    const ids = (categoryOrder ?? '').split(' ').filter(Boolean).map(Number);
    const isWhole = ids.every((id) => categories.some((category) => category.id === id));
    return isWhole && new Set(ids).size === ids.length
      ? succeed({ categoryOrder: ids })
      : refuse({ categoryOrder: ['List each category once.'] });
  },
  words: ({ categoryOrder }) => ({
    'Order of the menu': categoryOrder
      .flatMap((id) => categories.find((category) => category.id === id)?.name ?? [])
      .join(', '),
  }),
});
