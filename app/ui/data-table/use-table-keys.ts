/**
 * Handles the keyboard on a list: j and k move through the rows, x selects one, Enter opens it (its primary link), and a
 * letter presses the button or link of the row that carries it as `data-key`.
 * Ignores keys while the user types, and keys with a modifier, which belong to the browser.
 */
import { type RefObject, useEffect } from 'react';

export function useTableKeys(table: RefObject<HTMLTableElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (
        event.target instanceof Element &&
        event.target.closest('input:not([type=checkbox]), textarea, select, dialog')
      )
        return;
      const rows = [...(table.current?.querySelectorAll<HTMLTableRowElement>('tr[data-row]') ?? [])];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      if (event.key === 'j' || event.key === 'k') {
        const next = rows[at === -1 ? 0 : at + (event.key === 'j' ? 1 : -1)];
        const target =
          next?.querySelector<HTMLElement>('td.primary a') ?? next?.querySelector<HTMLElement>('a, input');
        if (!target) return;
        event.preventDefault();
        target.focus();
        next?.scrollIntoView({ block: 'nearest' });
      } else if (event.key === 'x' && at !== -1) {
        rows[at]?.querySelector<HTMLInputElement>('input[name="ids"]')?.click();
      } else if (at !== -1 && /^[a-z]$/.test(event.key)) {
        rows[at]?.querySelector<HTMLElement>(`[data-key="${event.key}"]`)?.click();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [table]);
}
