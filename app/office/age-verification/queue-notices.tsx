/** What shows in place of the queue: it is empty, nothing matches the filters, or it did not load. */
import { emptyQueue } from '#core/accounts/customers/age-queue.ts';
import { EmptyList } from '#office/kit/empty-list.tsx';
import { Notice } from '#ui/notice.tsx';

export function EmptyQueue({ isFiltered, path }: { isFiltered: boolean; path: string }) {
  return (
    <div className="rounded-surface bg-cream px-4 py-12 text-center text-ink-soft">
      <EmptyList isFiltered={isFiltered} path={path} words={emptyQueue} />
    </div>
  );
}

export function QueueFailed({ title }: { title: string }) {
  return (
    <Notice tone="error" title={title}>
      The queue did not load. Nothing was changed. Reload the page to try again.
    </Notice>
  );
}
