/** Renders what can be done about a lot at once: stop its sales, undo that, recall it. */
import { Form } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { LotView } from './lot-queries.server.ts';

export function LotActions({
  lot,
  mayManage,
  sending,
}: {
  lot: LotView;
  mayManage: boolean;
  /** The intent being submitted. */
  sending: FormDataEntryValue | null;
}) {
  return (
    <div className="mb-8 flex flex-wrap items-center gap-3 print:hidden">
      {lot.status === 'sellable' ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="stop" />
          <Button type="submit" rank="danger" busy={sending === 'stop'} busyText="Stopping…">
            Stop sales now
          </Button>
        </Form>
      ) : null}
      {lot.status === 'quarantined' ? (
        <Notice tone="caution" className="w-full max-w-3xl">
          <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-x-4">
            <input type="hidden" name="intent" value="resume" />
            <p>Sales of this lot are stopped. Reserved units moved to other lots where there were any.</p>
            <Button
              type="submit"
              rank="quiet"
              size="small"
              className="min-h-11"
              busy={sending === 'resume'}
              busyText="Undoing…"
            >
              Undo: put it back on sale
            </Button>
          </Form>
        </Notice>
      ) : null}
      {mayManage ? (
        <ButtonLink to={`/admin/recalls/new?lot=${lot.id}`} rank="secondary">
          Recall…
        </ButtonLink>
      ) : null}
      {mayManage ? (
        <ButtonLink to={`/admin/recalls/new?lot=${lot.id}&exercise=yes`} rank="quiet">
          Mock recall…
        </ButtonLink>
      ) : null}
    </div>
  );
}
