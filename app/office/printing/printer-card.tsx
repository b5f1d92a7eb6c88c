/** Renders a printer: how it is, its papers, how to connect it, and what can be done with it. */
import { Form, useNavigation } from 'react-router';
import type { ListedPrinter } from '#core/sales/printing/printers-queries.server.ts';
import { isPaperWidth, makerWords, paperWidths, paperWords } from '#core/sales/printing/printing.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { ConnectSteps } from './connect-steps.tsx';
import { PaperList } from './paper-list.tsx';
import { PrinterFields } from './printer-fields.tsx';

const summary = 'min-h-11 cursor-pointer py-2.5 font-medium';

export function PrinterCard({
  printer,
  origin,
  newKey,
  refusal,
}: {
  printer: ListedPrinter;
  origin: string;
  /** Of the next test page. */
  newKey: string;
  refusal: FormRefusal | undefined;
}) {
  const { id, name, place, maker, connection, width, lastContact, paper, jobs } = printer;
  const sent = useNavigation().formData;
  const isBusy = (intent: string) => sent?.get('intent') === intent && sent.get('printer') === id;
  const trouble = paperWords(paper);
  return (
    <section aria-label={name} className="rounded-surface border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-lg wrap-anywhere">{name}</h2>
        <PrinterBadge printer={printer} />
      </div>
      <p className="mt-1 text-sm wrap-anywhere text-ink-soft">
        {[place, makerWords[maker], isPaperWidth(width) ? paperWidths[width] : null]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="figures mt-1 text-sm text-ink-soft">
        {lastContact ? `Last contact on ${lastContact}.` : 'No contact yet. Connect it below.'}
      </p>
      {trouble ? <p className="mt-1 text-sm font-medium text-clay-700">{trouble}</p> : null}
      <PaperList papers={jobs} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="test" />
          <input type="hidden" name="printer" value={id} />
          <input type="hidden" name="key" value={newKey} />
          <Button type="submit" rank="secondary" busy={isBusy('test')} busyText="Sending…">
            Print a test page<span className="sr-only"> on {name}</span>
          </Button>
        </Form>
        <Confirm
          label="Remove"
          of={name}
          question={`Remove ${name}?`}
          consequence="It no longer prints, and its papers are deleted. A receipt can still be printed as a PDF."
          fields={{ intent: 'remove', printer: id }}
        />
      </div>
      <details className="mt-3" open={lastContact === null}>
        <summary className={summary}>How to connect it</summary>
        <ConnectSteps {...{ maker, connection }} url={origin + printer.path} />
      </details>
      <details open={refusal !== undefined}>
        <summary className={summary}>Change it</summary>
        <CheckedForm refusal={refusal} className="mt-2 flex flex-col gap-5">
          <input type="hidden" name="intent" value="change" />
          <input type="hidden" name="printer" value={id} />
          <PrinterFields refusal={refusal} known={printer} />
          <Button type="submit" busy={isBusy('change')} busyText="Saving…" className="self-start">
            Save<span className="sr-only"> {name}</span>
          </Button>
        </CheckedForm>
      </details>
    </section>
  );
}

function PrinterBadge({ printer: { lastContact, isAway, paper } }: { printer: ListedPrinter }) {
  if (lastContact === null) return <StatusBadge tone="plain">Not connected</StatusBadge>;
  if (isAway) return <StatusBadge tone="red">Away</StatusBadge>;
  if (paper === 'low') return <StatusBadge tone="yellow">Paper low</StatusBadge>;
  if (paperWords(paper) !== null) return <StatusBadge tone="red">Needs help</StatusBadge>;
  return <StatusBadge tone="green">Ready</StatusBadge>;
}
