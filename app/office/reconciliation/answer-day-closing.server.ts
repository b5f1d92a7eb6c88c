/** Answers the form that closes a day. */
import { data } from 'react-router';
import { z } from 'zod';
import { closeDay } from '#core/goods/reconciliation/close-day.server.ts';
import { closeMessage } from '#core/goods/reconciliation/reconciliation.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import type { StoreDate } from '#kernel/time.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';

const closingForm = z.object({
  key: z.uuid(),
  seen: z.string().max(40),
  note: z.string().max(2000).default(''),
});

/** Redirects to the day, or shows the refusal with what was typed. */
export async function answerDayClosing(actor: SignedIn, day: StoreDate, form: FormData) {
  const read = readForm(form, closingForm, [], 2000);
  if (!read.ok) return data(read.refused(), { status: 400 });
  const outcome = await closeDay(actor, { ...read.value, day });
  if (outcome.ok) return redirectWithFlash(`/admin/reconciliation?day=${day}`, 'Day closed.', 'success');
  const { kind } = outcome.problem;
  const isOfNote = kind === 'note-missing' || kind === 'note-invalid';
  return data(read.refused(closeMessage(outcome.problem), isOfNote ? 'note' : undefined), {
    status: statusOf(outcome.problem),
  });
}
