/** Answers the form of a recall's draft. */
import { data } from 'react-router';
import type { SignedIn } from '#core/ground/access/actor.ts';
import {
  batchesIn,
  LONGEST_WORDS,
  messageFor,
  RECALL_SAVED,
  recallLabels,
  recallMessage,
} from '#core/sales/recalls/recall.ts';
import { readRecall } from '#core/sales/recalls/recalls-queries.server.ts';
import { createRecall, saveRecall } from '#core/sales/recalls/save-recall.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { type FormRefusal, readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { readBase, readBegan } from '#ui/form/read-base.ts';
import { staleChanges } from '#ui/form/refusal.ts';
import { findLots, findSisters } from './lot-choice-queries.server.ts';
import { recallForm, tickedLots } from './recall-form.ts';

export async function answerRecallEdit(actor: SignedIn, id: string | null, form: FormData) {
  const read = readForm(form, recallForm, [], LONGEST_WORDS * 2);
  const ticked = tickedLots(form);
  const typed = batchesIn(read.ok ? read.value.batches : '');
  const found = await findLots(actor, { ids: ticked, batches: typed });
  // What was ticked stays, and what was typed is ticked: nothing is lost by a refusal.
  const has = (batch: string) => found.some((lot) => lot.batch.toLowerCase() === batch.toLowerCase());
  const chosen = found
    .filter(({ id, batch }) => ticked.includes(id) || typedHas(typed, batch))
    .map((lot) => lot.id);
  const covered = found.filter((lot) => chosen.includes(lot.id));
  const lots = { ticked: chosen, choices: found, sisters: await findSisters(actor, covered, found) };
  const refused = (refusal: FormRefusal, status: number) =>
    data({ refusal: { ...refusal, ...readBegan(form) }, ...lots }, { status });
  if (!read.ok) return refused(read.refused(), 400);
  const unknown = typed.filter((batch) => !has(batch));
  if (unknown.length > 0)
    return refused(read.refused(`No lot has this batch number: ${unknown.join(', ')}.`, 'batches'), 400);
  const { kind, reason, title } = read.value;
  const before = id ? [(await readRecall(actor, id))?.lots ?? []] : [[], ...found.map((lot) => [lot])];
  const words = messageFor(read.value.words, before, covered);
  const draft = { isExercise: kind === 'exercise', lotIds: chosen, reason, title, words };
  const outcome = id
    ? await saveRecall(actor, id, { version: Number(form.get('version')), draft })
    : await createRecall(actor, draft);
  if (outcome.ok) return redirectWithFlash(`/admin/recalls/${id ?? outcome.value}`, RECALL_SAVED, 'success');
  const { problem } = outcome;
  const message = recallMessage(problem);
  if (problem.kind === 'no-lots' || problem.kind === 'too-many-lots')
    return refused(read.refused(message, 'batches'), statusOf(problem));
  const stored = problem.kind === 'stale' && id ? await readRecall(actor, id) : null;
  if (!stored) return refused(read.refused(message), statusOf(problem));
  const changes = staleChanges(recallLabels, {
    base: readBase(form),
    theirs: {
      kind: stored.isExercise ? 'exercise' : 'recall',
      reason: stored.reason,
      title: stored.title,
      words: stored.words,
    },
    mine: { kind, reason, title, words },
  });
  const stale = { version: stored.version, changes };
  return data({ refusal: { ...read.refused(), stale }, ...lots }, { status: statusOf(problem) });
}

const typedHas = (typed: readonly string[], batch: string) =>
  typed.some((each) => each.toLowerCase() === batch.toLowerCase());
