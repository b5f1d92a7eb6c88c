/** Renders what the owner must know about the rules: an estimate, or days without tax. */
import { Notice } from '#ui/notice.tsx';
import type { TaxScreen } from './tax-rules-queries.server.ts';

export function TaxNotices({ isEstimate, gap }: Pick<TaxScreen, 'isEstimate' | 'gap'>) {
  return (
    <>
      {isEstimate ? (
        <Notice tone="caution" title="12% is an estimate." className="mb-6">
          It is the default for all products and does not follow New York law. Apply the New York preset
          below, or add your own rules, before you sell.
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
