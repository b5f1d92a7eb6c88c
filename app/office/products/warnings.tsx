/** Renders warnings that staff must acknowledge before saving, and the checkbox for it. */

import { warningKey } from '#core/goods/catalogue/products/product-rules.ts';
import { Notice } from '#ui/notice.tsx';

export function Warnings({ warnings }: { warnings: readonly string[] | undefined }) {
  if (!warnings || warnings.length === 0) return null;
  return (
    <Notice
      tone="caution"
      title="Not saved yet. Read these warnings first."
      tabIndex={-1}
      data-summary
      className="outline-none"
    >
      <ul className="mt-1 list-disc pl-5">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
      <label className="mt-2 inline-flex min-h-11 items-center gap-2 font-medium">
        <input
          type="checkbox"
          name="accept"
          value={warningKey(warnings)}
          className="size-4.5 accent-spruce-700"
        />
        Save anyway. The warnings are saved with the change.
      </label>
    </Notice>
  );
}
