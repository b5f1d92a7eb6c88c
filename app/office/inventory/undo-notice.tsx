/** Renders the last bulk change, and a way to undo it. */
import { Form, useNavigation } from 'react-router';
import { productCount } from '#core/goods/catalogue/products/bulk-change.ts';
import type { readUndoable } from '#core/goods/catalogue/products/undo-batch.server.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

type Undoable = NonNullable<Awaited<ReturnType<typeof readUndoable>>>;

const words = { edit: 'Bulk edit', delete: 'Deleted', import: 'CSV import' } as const;

/** 'Merged Edibles into Gummies, 12 products.' */
const doneWords = ({ kind, count, merged }: Undoable): string =>
  merged
    ? `Merged ${merged.from} into ${merged.into}, ${productCount(count)}.`
    : `${words[kind]}: ${productCount(count)}.`;

export function UndoNotice({ undoable }: { undoable: Undoable }) {
  const navigation = useNavigation();
  return (
    <Notice className="mb-5">
      <Form
        method="post"
        // An import has its own page, which shows the progress of its undo.
        action={undoable.importId ? `/admin/inventory/import/${undoable.importId}` : undefined}
        preventScrollReset
        className="flex flex-wrap items-center gap-x-4"
      >
        <input type="hidden" name="intent" value="undo" />
        <input type="hidden" name="batch" value={undoable.id} />
        <p>{doneWords(undoable)}</p>
        <Button
          type="submit"
          rank="quiet"
          size="small"
          className="min-h-11"
          busy={navigation.formData?.get('intent') === 'undo'}
          busyText="Undoing…"
        >
          Undo
        </Button>
      </Form>
    </Notice>
  );
}
