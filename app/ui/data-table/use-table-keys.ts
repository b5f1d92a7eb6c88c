/**
 * Handles the keyboard on a list: j and k move through the rows, x selects one, Enter opens it (its primary link), and a
 * letter presses the button or link of the row that carries it as `data-key`. `listKeys` says so to people.
 * Ignores keys while the user types, and keys with a modifier, which belong to the browser.
 */
import { type RefObject, useEffect, useRef } from 'react';

/** The keys of every list, and those of Order Management, for the list of shortcuts. */
export const listKeys = [
  { id: 'list.next', label: 'Next row of a list', shortcut: 'j' },
  { id: 'list.previous', label: 'Previous row', shortcut: 'k' },
  { id: 'list.select', label: 'Select the row', shortcut: 'x' },
  { id: 'list.confirm', label: 'Confirm the order of the row', shortcut: 'c' },
  { id: 'list.pack', label: 'Mark it packing', shortcut: 'p' },
  { id: 'list.ready', label: 'Mark it ready', shortcut: 'r' },
  { id: 'list.hand-over', label: 'Hand it over', shortcut: 'h' },
] as const;

/** @param table what contains the rows, each marked by `data-row` */
export function useTableKeys(table: RefObject<HTMLElement | null>): void {
  /** Where the last key was pressed: a step may take its row off the list, and the next key goes on from there. */
  const lastAt = useRef(0);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isIgnored(event)) return;
      const rows = [...(table.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      if (event.key === 'j' || event.key === 'k') {
        const to = at === -1 ? Math.min(lastAt.current, rows.length - 1) : at + (event.key === 'j' ? 1 : -1);
        const next = rows[to];
        const target =
          next?.querySelector<HTMLElement>('td.primary a') ?? next?.querySelector<HTMLElement>('a, input');
        if (!target) return;
        event.preventDefault();
        lastAt.current = to;
        target.focus();
        next?.scrollIntoView({ block: 'nearest' });
      } else if (event.key === 'x') {
        rows[at]?.querySelector<HTMLInputElement>('input[name="ids"]')?.click();
      } else if (/^[a-z]$/.test(event.key)) {
        rows[at]?.querySelector<HTMLElement>(`[data-key="${event.key}"]`)?.click();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [table]);
}

function isIgnored({ ctrlKey, metaKey, altKey, defaultPrevented, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return true;
  const typedIn = 'input:not([type=checkbox]), textarea, select, dialog';
  return target instanceof Element && target.closest(typedIn) !== null;
}
