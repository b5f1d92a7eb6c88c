/**
 * Star CloudPRNT: a printer asks by POST, hears of a paper, gets it by GET and confirms it by DELETE
 * (star-m.jp, CloudPRNT protocol guide 2.4, HTTP methods).
 */
import { z } from 'zod';
import { renderJob } from '#core/sales/orders/receipts/render-job.server.ts';
import { endJob, pollPrinter, takeJob } from '#core/sales/printing/poll-printer.server.ts';
import { isStarSuccess, jobToken, starCode, starPaper } from '#core/sales/printing/printing.ts';
import { log } from '#platform/log.ts';
import { noSuchPrinter, printerAnswer } from './printer-answer.ts';

/** Both take the commands that we write. */
const MEDIA_TYPES = ['application/vnd.star.starprnt', 'application/vnd.star.line'];

/** What we read of a poll; printers send more. Values may be null. */
const pollSchema = z.object({
  statusCode: z.string().max(300),
  printingInProgress: z.boolean().nullish(),
});

export async function answerStarPoll(token: string, body: unknown): Promise<Response> {
  const read = pollSchema.safeParse(body);
  if (!read.success) return printerAnswer(400);
  const code = starCode(read.data.statusCode);
  const isWell = code !== null && code >= 200 && code < 300;
  const polled = await pollPrinter(
    { token, maker: 'star' },
    {
      paper: starPaper(code),
      isBusy: read.data.printingInProgress === true,
      failed: isWell ? null : String(code ?? 'unknown'),
    },
    { takes: false },
  );
  if (!polled) return noSuchPrinter();
  const { job } = polled;
  return Response.json(
    job ? { jobReady: true, mediaTypes: MEDIA_TYPES, jobToken: jobToken(job) } : { jobReady: false },
    { headers: { 'Cache-Control': 'no-store' } },
  );
}

/** The same paper however often it is asked for, until the printer says what became of it. @param origin of the shop */
export async function giveStarJob(token: string, query: URLSearchParams, origin: string): Promise<Response> {
  const type = query.get('type') ?? MEDIA_TYPES[0] ?? '';
  if (!MEDIA_TYPES.includes(type)) return printerAnswer(415);
  const given = await takeJob({ token, maker: 'star' }, query.get('token'));
  if (given === null) return noSuchPrinter();
  if (given === 'nothing') return printerAnswer(404);
  try {
    const bytes = await renderJob(given, origin);
    return new Response(new Uint8Array(bytes), {
      headers: { 'Content-Type': type, 'Cache-Control': 'no-store' },
    });
  } catch (error) {
    log.error({ err: error }, 'a paper could not be rendered');
    await endJob(
      { token, maker: 'star' },
      { named: jobToken(given.job), problem: 'not rendered', paper: null },
    );
    return printerAnswer(404);
  }
}

export async function answerStarResult(token: string, query: URLSearchParams): Promise<Response> {
  const said = (query.get('code') ?? '').slice(0, 100);
  const isPrinted = isStarSuccess(said);
  const code = starCode(said);
  const isKnown = await endJob(
    { token, maker: 'star' },
    {
      named: query.get('token'),
      problem: isPrinted ? null : String(code ?? 'unknown'),
      // A code that starts with 5 is about the paper's bytes, not about the printer.
      paper: code === null || code >= 500 ? null : starPaper(code),
    },
  );
  return isKnown ? printerAnswer(200) : noSuchPrinter();
}
