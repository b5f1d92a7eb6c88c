/** Renders what is wrong with how the shop runs, for admins. */
import { Link } from 'react-router';
import { partLabels } from '#core/running/operations/watch/incident.ts';
import type { ShopWarning } from '#core/running/operations/watch/shop-warnings-queries.server.ts';
import { rowAction } from '#office/kit/row-action.ts';
import { Notice } from '#ui/notice.tsx';

export function ShopWarnings({ warnings }: { warnings: readonly ShopWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="caution" title="The shop needs attention." className="mb-6">
      <ul className="mt-1 space-y-1">
        {warnings.map(({ part, text, since }) => (
          <li key={part} className="wrap-anywhere">
            {partLabels[part]}
            {since ? `, since ${since}` : ''}: {text}
          </li>
        ))}
      </ul>
      <p className="mt-1">
        <Link to="/admin/operations" className={rowAction}>
          Open Operations
        </Link>
      </p>
    </Notice>
  );
}
