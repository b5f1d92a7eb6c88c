/** Renders a count's title, what to count, its progress, and what can be done with the whole sheet. */
import { Form } from 'react-router';
import { WHAT_TO_COUNT } from '#core/goods/counts/count.ts';
import type { SheetLine } from '#core/goods/counts/counts-queries.server.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';

export function CountHead({ sheet, mayApprove }: { sheet: SheetLine; mayApprove: boolean }) {
  const isOpen = sheet.closedAt === null;
  const left = sheet.lots - sheet.counted;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl">
          Count {sheet.id}: {sheet.title}
        </h1>
        <StatusBadge tone={isOpen ? 'green' : 'plain'}>{isOpen ? 'Open' : 'Closed'}</StatusBadge>
      </div>
      <p className="figures mt-1 text-ink-soft">
        {sheet.counted} of {sheet.lots} lots counted · started by {sheet.startedByName}, {sheet.startedAt}
        {sheet.closedAt ? ` · closed by ${sheet.closedByName}, ${sheet.closedAt}` : ''}
      </p>
      {isOpen ? (
        <p className="measure mt-3">
          {WHAT_TO_COUNT} Sales go on: each lot is compared with its units at the moment you save it.
        </p>
      ) : null}
      <div className="mt-4 mb-6 flex flex-wrap gap-3">
        <ButtonLink to={`/admin/counts/${sheet.id}/paper`} rank="secondary">
          Print sheet
        </ButtonLink>
        {mayApprove ? (
          <a href={`/admin/counts/${sheet.id}/export`} className={buttonClass('secondary')}>
            Export CSV
          </a>
        ) : null}
        {isOpen && mayApprove && sheet.differs > 0 ? (
          <Confirm
            label="Approve all"
            of={`count ${sheet.id}`}
            question={`Approve ${sheet.differs} ${sheet.differs === 1 ? 'difference' : 'differences'}?`}
            consequence="Each lot gets its difference as a count. Lots that you counted yourself, and lots changed by hand since, stay open."
            fields={{ intent: 'approve-all' }}
            rank="secondary"
          />
        ) : null}
        {isOpen && mayApprove && sheet.differs > 0 ? (
          // Refused with the reason: no question about a step that is not possible yet.
          <Form method="post">
            <input type="hidden" name="intent" value="close" />
            <Button type="submit" rank="quiet" size="small" className="min-h-11">
              Close count<span className="sr-only"> {sheet.id}</span>
            </Button>
          </Form>
        ) : isOpen && mayApprove ? (
          <Confirm
            label="Close count"
            of={`count ${sheet.id}`}
            question={`Close count ${sheet.id}?`}
            consequence={
              left === 0
                ? 'Every lot is counted.'
                : `${left} ${left === 1 ? 'lot is' : 'lots are'} not counted and ${left === 1 ? 'stays' : 'stay'} as recorded.`
            }
            fields={{ intent: 'close' }}
            rank="quiet"
          />
        ) : null}
      </div>
    </>
  );
}
