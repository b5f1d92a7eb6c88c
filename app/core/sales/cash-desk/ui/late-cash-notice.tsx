/** Renders cash that arrived after its drawer was closed: a drawer that closed exact does not show it. */
import { Notice } from '#ui/notice.tsx';
import { type LateCash, lateCashWords } from '../late-cash.ts';

export function LateCashNotice({ late, className }: { late: readonly LateCash[]; className?: string }) {
  if (late.length === 0) return null;
  return (
    <Notice tone="caution" className={className} title="Cash that arrived after the closing">
      <ul className="figures">
        {late.map((each) => (
          <li key={`${each.drawer} ${each.countsIn}`}>{lateCashWords(each)}</li>
        ))}
      </ul>
    </Notice>
  );
}
