/** Answers the forms of the page of printers. */
import { data } from 'react-router';
import type { SignedIn } from '#core/ground/access/actor.ts';
import {
  addPrinter,
  changePrinter,
  printTestPage,
  removePrinter,
} from '#core/sales/printing/change-printers.server.ts';
import { settlePrint } from '#core/sales/printing/print-receipt.server.ts';
import { readChangedPrinter, readNewPrinter } from '#core/sales/printing/printer-form.server.ts';
import { isPrintAnswer, type PrintingProblem, printingMessage } from '#core/sales/printing/printing.ts';
import type { Result } from '#kernel/result.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';

/** Of the form of which printer: its id, or 'new'. */
export type PrintersAnswer = { printer: string; refusal: FormRefusal };

const PAGE = '/admin/settings/printers';

export async function answerPrinters(actor: SignedIn, form: FormData) {
  const id = String(form.get('printer') ?? '');
  switch (form.get('intent')) {
    case 'add':
      return add(actor, form);
    case 'change':
      return change(actor, id, form);
    case 'remove':
      return said(await removePrinter(actor, id), 'Printer removed.');
    case 'test':
      return said(
        await printTestPage(actor, { id, key: String(form.get('key') ?? '').slice(0, 40) }),
        'A test page is on its way.',
      );
    default:
      return settle(actor, form);
  }
}

const said = (outcome: Result<unknown, PrintingProblem>, words: string) =>
  outcome.ok
    ? redirectWithFlash(PAGE, words, 'success')
    : redirectWithFlash(PAGE, printingMessage(outcome.problem), 'error');

async function add(actor: SignedIn, form: FormData) {
  const read = readNewPrinter(form);
  if (!read.ok) return data<PrintersAnswer>({ printer: 'new', refusal: read.refused() }, { status: 400 });
  const outcome = await addPrinter(actor, read.value);
  if (outcome.ok) return said(outcome, `${read.value.name} added. Now connect it.`);
  const refusal = read.refused(printingMessage(outcome.problem), fieldOf(outcome.problem));
  return data<PrintersAnswer>({ printer: 'new', refusal }, { status: statusOf(outcome.problem) });
}

async function change(actor: SignedIn, id: string, form: FormData) {
  const read = readChangedPrinter(form);
  if (!read.ok) return data<PrintersAnswer>({ printer: id, refusal: read.refused() }, { status: 400 });
  const outcome = await changePrinter(actor, id, read.value);
  if (outcome.ok) return said(outcome, 'Saved.');
  const refusal = read.refused(printingMessage(outcome.problem), fieldOf(outcome.problem));
  return data<PrintersAnswer>({ printer: id, refusal }, { status: statusOf(outcome.problem) });
}

function fieldOf(problem: PrintingProblem): string | undefined {
  if (problem.kind === 'cannot-be') return problem.field;
  return problem.kind === 'name-taken' ? 'name' : undefined;
}

async function settle(actor: SignedIn, form: FormData) {
  const answer = String(form.get('intent') ?? '');
  if (!isPrintAnswer(answer)) throw new Response(null, { status: 400 });
  const words = { printed: 'Marked as printed.', again: 'It prints again.', drop: 'It will not print.' };
  return said(await settlePrint(actor, { id: String(form.get('paper') ?? ''), answer }), words[answer]);
}
