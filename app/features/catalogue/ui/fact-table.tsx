/** Facts as a definition table. */
import type { FactRow } from '../product-facts.ts';

export function FactTable({ title, rows }: { title: string; rows: readonly FactRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2 className="text-xl">{title}</h2>
      <dl className="figures mt-3 border-t border-line text-sm">
        {rows.map(({ label, value, href }) => (
          <div key={label} className="grid grid-cols-[10rem_minmax(0,1fr)] gap-4 border-b border-line py-2">
            <dt className="text-ink-soft">{label}</dt>
            <dd>
              {href ? (
                <a href={href} className="text-spruce-700 underline underline-offset-4">
                  {value} (PDF)
                </a>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
