/** Says which lots the state holds: their sales are stopped. */
import { Link } from 'react-router';
import type { HeldLot } from '#core/goods/tracking/holds/held-lots-queries.server.ts';
import { Notice } from '#ui/notice.tsx';

const SHOWN = 5;
const link = 'inline-flex min-h-11 items-center underline underline-offset-4 wrap-anywhere';

export function HeldLots({ lots }: { lots: readonly HeldLot[] }) {
  if (lots.length === 0) return null;
  return (
    <Notice
      tone="caution"
      className="mb-6"
      title={lots.length === 1 ? 'The state holds a lot' : 'The state holds lots'}
    >
      <p>Sales are stopped until Metrc says otherwise. Set the units apart.</p>
      <ul>
        {lots.slice(0, SHOWN).map(({ id, batch, product, held }) => (
          <li key={id}>
            <Link to={`/admin/lots/${id}`} className={link}>
              {product}, batch {batch}: {held}
            </Link>
          </li>
        ))}
        {lots.length > SHOWN ? (
          <li>
            <Link to="/admin/lots?status=quarantined" className={link}>
              All quarantined lots
            </Link>
          </li>
        ) : null}
      </ul>
    </Notice>
  );
}
