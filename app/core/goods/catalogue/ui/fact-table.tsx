/** Renders facts as a definition table. */
import { Link } from 'react-router';
import type { FactRow } from '../products/product-facts.ts';

export function FactTable({ rows }: { rows: readonly FactRow[] }) {
  return (
    <dl className="figures mt-3 border-t border-line text-sm">
      {rows.map(({ label, value, href }) => (
        <div key={label} className="fact">
          <dt className="text-ink-soft">{label}</dt>
          <dd>
            {href ? (
              <Link to={href} className="fact-link">
                {value}
              </Link>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
