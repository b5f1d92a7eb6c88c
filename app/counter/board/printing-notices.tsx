/** Renders which printers need someone, and asks about papers whose printer never said whether they were printed. */
import { Form, useNavigation } from 'react-router';
import type { PrintingNotices as Notices } from '#core/sales/printing/printers-queries.server.ts';
import { paperWords } from '#core/sales/printing/printing.ts';
import { countText } from '#kernel/list-state.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

export function PrintingNotices({ printing: { printers, papers } }: { printing: Notices }) {
  const sent = useNavigation().formData;
  const isBusy = (id: string, intent: string) => sent?.get('paper') === id && sent.get('intent') === intent;
  return (
    <>
      {printers.map(({ id, name, paper, isAway, waiting }) => (
        <Notice key={id} tone="caution" title={`Printer: ${name}`} className="wrap-anywhere">
          {isAway
            ? 'No contact for two minutes. Check its power and network, or the tablet that it is plugged into.'
            : paperWords(paper)}{' '}
          {waiting === 0 ? '' : `${countText(waiting, 'paper waits', 'papers wait')} for it.`}
        </Notice>
      ))}
      {papers.map(({ id, what, printer, isAsked }) => (
        <Notice
          key={id}
          tone="caution"
          title={isAsked ? `Printed? ${what}` : `Not printed: ${what}`}
          className="wrap-anywhere"
        >
          {isAsked ? `${printer} took it and never answered.` : `${printer} could not print it.`}
          <Form method="post" preventScrollReset className="mt-2 flex flex-wrap gap-2">
            <input type="hidden" name="paper" value={id} />
            {answersOf(isAsked).map(({ intent, label, busy }) => (
              <Button
                key={intent}
                type="submit"
                name="intent"
                value={intent}
                rank="secondary"
                busy={isBusy(id, intent)}
                busyText={busy}
              >
                {label}
              </Button>
            ))}
          </Form>
        </Notice>
      ))}
    </>
  );
}

const answersOf = (isAsked: boolean) => [
  { intent: 'paper-printed', label: isAsked ? 'Yes, it printed' : 'It printed anyway', busy: 'Saving…' },
  { intent: 'paper-again', label: 'Print again', busy: 'Printing…' },
  { intent: 'paper-drop', label: 'Not needed', busy: 'Saving…' },
];
