/** What the source said beside what is in the shop; each difference with its reasons. */
import type { Compared } from '#core/running/move-in/proof.ts';

export function ComparedTable({
  caption,
  first,
  rows,
}: {
  caption: string;
  /** The head of the first column. */
  first: string;
  rows: readonly Compared[];
}) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full max-w-3xl text-left">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-xs text-ink-soft">
          <tr>
            <th scope="col" className="py-1 pr-4">
              {first}
            </th>
            <th scope="col" className="py-1 pr-4 text-right">
              Former shop
            </th>
            <th scope="col" className="py-1 pr-4 text-right">
              Here
            </th>
            <th scope="col" className="py-1">
              Difference
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ what, source, shop, isSame, why }) => (
            <tr key={what} className="border-t border-line align-top">
              <th scope="row" className="py-2 pr-4 font-medium">
                {what}
              </th>
              <td className="py-2 pr-4 text-right tabular-nums">{source}</td>
              <td className="py-2 pr-4 text-right tabular-nums">{shop}</td>
              <td className="py-2">
                {isSame ? (
                  <span className="text-ink-soft">None</span>
                ) : (
                  <ul>
                    {why.map((reason) => (
                      <li key={reason}>{reason}</li>
                    ))}
                    {why.length === 0 ? <li>Changed here since</li> : null}
                  </ul>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
