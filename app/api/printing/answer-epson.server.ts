/**
 * Epson Server Direct Print: a printer asks by a form, gets the paper as XML in the answer, and sends the result by
 * another form (Epson, Server Direct Print User’s Manual, chapter 3).
 */

import { renderJob } from '#core/sales/orders/receipts/render-job.server.ts';
import { endJob, pollPrinter } from '#core/sales/printing/poll-printer.server.ts';
import { epsonPaper, jobToken } from '#core/sales/printing/printing.ts';
import { log } from '#platform/log.ts';
import { readEpsonResult } from './epson-result.ts';
import { noSuchPrinter, printerAnswer } from './printer-answer.ts';

/** Milliseconds that the printer tries; less than it is given to answer. */
const TIMEOUT = 30_000;

export async function answerEpson(token: string, form: FormData, origin: string): Promise<Response> {
  switch (form.get('ConnectionType')) {
    case 'GetRequest':
      return giveJob(token, origin);
    case 'SetResponse':
      return takeResult(token, String(form.get('ResponseFile') ?? ''));
    default:
      return printerAnswer(400);
  }
}

async function giveJob(token: string, origin: string): Promise<Response> {
  const nothing = { paper: null, isBusy: false, failed: null };
  const polled = await pollPrinter({ token, maker: 'epson' }, nothing, { takes: true });
  if (!polled) return noSuchPrinter();
  const { printer, job } = polled;
  if (!job) return xml('');
  try {
    return xml(requestOf(jobToken(job), await renderJob({ printer, job }, origin)));
  } catch (error) {
    log.error({ err: error }, 'a paper could not be rendered');
    await endJob({ token, maker: 'epson' }, { named: jobToken(job), problem: 'not rendered', paper: null });
    return xml('');
  }
}

/** A result names its paper; one about the XML itself is of the paper that the printer has. */
async function takeResult(token: string, file: string): Promise<Response> {
  const result = readEpsonResult(file);
  if (!result) return printerAnswer(400);
  const isKnown = await endJob(
    { token, maker: 'epson' },
    {
      named: result.job,
      problem: result.isPrinted ? null : result.code || 'unknown',
      paper: result.isPrinted ? 'ok' : epsonPaper(result.code || 'unknown'),
    },
  );
  return isKnown ? xml('') : noSuchPrinter();
}

/** ESC/POS in hexadecimal, as the element `command` takes it. */
const requestOf = (job: string, bytes: Uint8Array): string =>
  `<?xml version="1.0" encoding="utf-8"?>
<PrintRequestInfo Version="2.00">
<ePOSPrint>
<Parameter><devid>local_printer</devid><timeout>${TIMEOUT}</timeout><printjobid>${job}</printjobid></Parameter>
<PrintData>
<epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print">
<command>${Buffer.from(bytes).toString('hex')}</command>
</epos-print>
</PrintData>
</ePOSPrint>
</PrintRequestInfo>
`;

const xml = (body: string): Response =>
  new Response(body, {
    headers: { 'Content-Type': 'text/xml; charset=utf-8', 'Cache-Control': 'no-store' },
  });
