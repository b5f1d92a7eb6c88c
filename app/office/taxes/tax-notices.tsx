/** Renders what the owner must know about the rules: an estimate, or days without tax. */
import { Notice } from '#ui/notice.tsx';
import type { TaxScreen } from './tax-rules-queries.server.ts';

export function TaxNotices({ isEstimate, gap }: Pick<TaxScreen, 'isEstimate' | 'gap'>) {
  return (
    <>
      {isEstimate ? (
        <Notice tone="caution" title="12% is an estimate." className="mb-6">
          It does not follow New York law, and the shop does not open with it. Apply the New York taxes, or
          add your own rules.
        </Notice>
      ) : null}
      {gap ? (
        <Notice tone="caution" className="mb-6">
          No rule taxes {gap.untaxed.join(' and ').toLowerCase()} from {gap.day}.
        </Notice>
      ) : null}
    </>
  );
}
