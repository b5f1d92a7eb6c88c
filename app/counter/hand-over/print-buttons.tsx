/** Renders the ways to a receipt on paper: a button for each receipt printer, and PDFs for any other. */
import { Form, useNavigation } from 'react-router';
import type { PrinterChoice } from '#core/sales/printing/printers-queries.server.ts';
import { Button } from '#ui/button.tsx';
import { Printer } from '#ui/icons.ts';
import { PaperLink } from '../kit/paper-link.tsx';

const way = 'min-h-14 wrap-anywhere';

export function PrintButtons({
  number,
  printers,
  printKey,
}: {
  number: string;
  printers: readonly PrinterChoice[];
  /** Of the next press: sent again, it prints nothing twice. */
  printKey: string;
}) {
  const sent = useNavigation().formData;
  return (
    <div className="flex flex-wrap gap-3">
      {printers.map(({ id, name }) => (
        <Form key={id} method="post" preventScrollReset>
          <input type="hidden" name="intent" value="print" />
          <input type="hidden" name="printer" value={id} />
          <input type="hidden" name="key" value={printKey} />
          <Button
            type="submit"
            rank="secondary"
            className={way}
            busy={sent?.get('intent') === 'print' && sent.get('printer') === id}
            busyText="Printing…"
          >
            <Printer aria-hidden="true" className="size-5" />{' '}
            {printers.length === 1 ? 'Print receipt' : `Print receipt: ${name}`}
          </Button>
        </Form>
      ))}
      <PaperLink href={`/orders/${number}/receipt.pdf`}>Letter PDF</PaperLink>
      <PaperLink href={`/counter/orders/${number}/roll.pdf`}>80 mm PDF</PaperLink>
      <PaperLink href={`/counter/orders/${number}/roll.pdf?width=58`}>58 mm PDF</PaperLink>
    </div>
  );
}
