/** Renders what can be done about a lot at once: stop its sales, undo that, recall it. */
import { Form } from 'react-router';
import { MOST_LABELS } from '#core/sales/orders/labels/label-words.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { controlClass, Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import type { LotView } from './lot-queries.server.ts';

export function LotActions({
  lot,
  may,
  isHeld,
  sending,
}: {
  lot: LotView;
  /** What the viewer may do besides stopping sales. */
  may: { manage: boolean; putOnSale: boolean; count: boolean };
  /** The state does not let it be sold: no one can put it back. */
  isHeld: boolean;
  /** The intent being submitted. */
  sending: FormDataEntryValue | null;
}) {
  return (
    <>
      {lot.status === 'quarantined' ? (
        <Stopped lot={lot} may={may} isHeld={isHeld} sending={sending} />
      ) : null}
      <div className="mb-8 flex flex-wrap items-center gap-3 print:hidden">
        {lot.status === 'sellable' ? (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="stop" />
            <Button type="submit" rank="danger" busy={sending === 'stop'} busyText="Stopping…">
              Stop sales now
            </Button>
          </Form>
        ) : null}
        {lot.status === 'untested' && lot.onHand > 0 && may.putOnSale && !isHeld ? (
          <ButtonLink to={`/admin/inventory/waiting-lots/release?lots=${lot.id}`}>Put on sale…</ButtonLink>
        ) : null}
        {may.count ? (
          <ButtonLink to={`/admin/lots/${lot.id}/units`} rank="secondary">
            Change units
          </ButtonLink>
        ) : null}
        {may.count && lot.onHand > 0 ? (
          <ButtonLink to={`/counter/waste?lot=${lot.id}`} rank="secondary">
            Move to waste
          </ButtonLink>
        ) : null}
        <ButtonLink to={`/admin/lots/${lot.id}/ledger`} rank="secondary">
          Ledger
        </ButtonLink>
        <LabelsForm lot={lot} />
        {may.manage ? (
          <ButtonLink to={`/admin/recalls/new?lot=${lot.id}`} rank="secondary">
            Recall…
          </ButtonLink>
        ) : null}
        {may.manage ? (
          <ButtonLink to={`/admin/recalls/new?lot=${lot.id}&exercise=yes`} rank="quiet">
            Mock recall…
          </ButtonLink>
        ) : null}
      </div>
    </>
  );
}

/** Says who stopped the lot's sales, and who may undo it. What the state holds is said above already. */
function Stopped({ lot, may, isHeld, sending }: Parameters<typeof LotActions>[0]) {
  if (isHeld && !lot.quarantinedBy) return null;
  return (
    <Notice tone="caution" className="mb-5 max-w-3xl print:hidden">
      <p>
        Sales of this lot are stopped{lot.quarantinedBy ? ` by ${lot.quarantinedBy}` : ''}. Reserved units
        moved to other lots where there were any.{' '}
        {isHeld
          ? 'It stays off sale while the state holds it.'
          : lot.staffMayRelease
            ? 'Everyone on the staff may put it back on sale.'
            : lot.mayRelease && !may.putOnSale
              ? 'You and those who may put lots on sale may undo this.'
              : 'Only those who may put lots on sale may undo this.'}
      </p>
      {lot.mayRelease && !isHeld ? <Release sending={sending} /> : null}
    </Notice>
  );
}

/** Asks for how many units; the labels open beside this page. */
function LabelsForm({ lot }: { lot: LotView }) {
  return (
    <form
      method="get"
      action={`/admin/lots/${lot.id}/labels.pdf`}
      target="_blank"
      rel="noreferrer"
      className="flex flex-wrap items-center gap-2"
    >
      <Button type="submit" rank="secondary" className="shrink-0">
        Labels for
      </Button>
      <span className="w-24">
        <input
          type="number"
          name="count"
          required
          min={1}
          max={MOST_LABELS}
          defaultValue={Math.min(Math.max(lot.onHand, 1), MOST_LABELS)}
          aria-label="Units to print labels for"
          className={controlClass}
        />
      </span>
      <span>units</span>
    </form>
  );
}

/** Asks why: who put a lot back on sale, and the reason, are recorded. */
function Release({ sending }: { sending: FormDataEntryValue | null }) {
  return (
    <Form method="post" preventScrollReset className="mt-2 flex flex-wrap items-end gap-3">
      <input type="hidden" name="intent" value="resume" />
      <Field
        label="Reason"
        name="reason"
        required
        maxLength={300}
        defaultValue="Sales resumed from the lot’s page"
        className="w-full sm:w-80"
      />
      <Button type="submit" rank="secondary" busy={sending === 'resume'} busyText="Saving…">
        Undo: put it back on sale
      </Button>
    </Form>
  );
}
