/** Renders what merging a category into another changes, with the button that does it. */
import { Form, useNavigation } from 'react-router';
import { productCount } from '#core/goods/catalogue/categories/category.ts';
import type { MergePreview } from '#core/goods/catalogue/categories/merge-preview-queries.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

export function MergePreviewForm({
  from,
  to,
  preview,
  back,
}: {
  from: number;
  to: number;
  preview: MergePreview;
  back: string;
}) {
  const isBusy = useNavigation().formMethod === 'POST';
  return (
    <Form method="post" className="mt-6 flex flex-col gap-4 rounded-surface bg-cream p-4">
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="to" value={to} />
      <input type="hidden" name="seen" value={preview.products} />
      <ul className="list-disc space-y-1 pl-5 break-words">
        <li>
          {productCount(preview.products)} {preview.products === 1 ? 'moves' : 'move'} to {preview.to}
          {preview.archived > 0 ? `, ${preview.archived} of them archived` : ''}.
        </li>
        <li>
          {preview.from} leaves the menu. Links to it lead to {preview.to}.
        </li>
        {preview.views > 0 ? (
          <li>
            {preview.views} saved {preview.views === 1 ? 'view shows' : 'views show'} {preview.to} instead,
            also after an undo.
          </li>
        ) : null}
        <li>Every product keeps its tax class and what it counts as.</li>
        <li>Promotions and past orders do not change.</li>
      </ul>
      {preview.differences.length > 0 ? (
        <Notice tone="caution" title="These categories differ">
          {preview.differences.map((words) => (
            <p key={words} className="mt-1">
              {words}
            </p>
          ))}
          <label className="mt-2 flex min-h-11 items-center gap-2 font-medium">
            <input type="checkbox" name="accepted" value="1" className="size-4.5 accent-spruce-700" />
            Merge them, and change no product’s tax class or limit
          </label>
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy} busyText="Merging…">
          Merge
        </Button>
        <ButtonLink to={back} rank="quiet">
          Cancel
        </ButtonLink>
      </div>
      <p className="text-sm text-ink-soft">You can undo this for 24 hours, below the list of categories.</p>
    </Form>
  );
}
