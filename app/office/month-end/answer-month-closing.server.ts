/** Answers the form that closes or reopens a month. */
import { data } from 'react-router';
import { z } from 'zod';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { closeMonth } from '#core/records/books/close-month.server.ts';
import { closeMessage, daysOfMonth, parseMonth, reopenMessage } from '#core/records/books/month.ts';
import { reopenMonth } from '#core/records/books/reopen-month.server.ts';
import { spanQuery } from '#core/records/books/span.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';

const closingForm = z.object({
  intent: z.literal('close'),
  month: z.string().max(7),
  seen: z.string().max(40),
});
const reopeningForm = z.object({
  intent: z.literal('reopen'),
  month: z.string().max(7),
  reason: z
    .string()
    .trim()
    .min(1, 'Enter a reason. It is saved with the month.')
    .max(500, 'Use at most 500 characters.'),
});

/** Redirects to the month, or shows the refusal. */
export async function answerClosing(actor: SignedIn, form: FormData) {
  const month = parseMonth(String(form.get('month') ?? ''));
  const path = month ? `/admin/month-end?${spanQuery(daysOfMonth(month))}` : '/admin/month-end';
  if (form.get('intent') === 'reopen') {
    const read = readForm(form, reopeningForm);
    if (!read.ok) return data(read.refused(), { status: 400 });
    const outcome = await reopenMonth(actor, read.value);
    if (!outcome.ok)
      return data(read.refused(reopenMessage(outcome.problem)), { status: statusOf(outcome.problem) });
    return redirectWithFlash(path, `${outcome.value.label} reopened.`, 'success');
  }
  const read = readForm(form, closingForm);
  if (!read.ok) return data(read.refused(), { status: 400 });
  const outcome = await closeMonth(actor, read.value);
  if (!outcome.ok)
    return data(read.refused(closeMessage(outcome.problem)), { status: statusOf(outcome.problem) });
  return redirectWithFlash(path, `${outcome.value.label} closed.`, 'success');
}
