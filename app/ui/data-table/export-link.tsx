/**
 * Links to an export of the filtered list. No download attribute: users who have to sign in again are redirected to a
 * page.
 */
import type { List, ListState } from '#kernel/list-state.ts';
import { Download } from '#ui/icons.ts';
import { buttonClass } from '../button.tsx';

export function ExportLink<F extends string, S extends string>({
  path,
  list,
  state,
  isWorkbook = false,
}: {
  /** The list's address; the file's address is below it. */
  path: string;
  list: List<F, S>;
  state: ListState<F, S>;
  /** An Excel workbook, where the list has one. */
  isWorkbook?: boolean;
}) {
  const query = [list.query(state, { position: null }), isWorkbook ? 'file=xlsx' : '']
    .filter((part) => part !== '')
    .join('&');
  return (
    <a
      href={`${path}/export${query ? `?${query}` : ''}`}
      className={buttonClass('secondary', 'small', 'min-h-11')}
    >
      <Download aria-hidden="true" className="size-4" /> {isWorkbook ? 'Export Excel' : 'Export CSV'}
    </a>
  );
}
