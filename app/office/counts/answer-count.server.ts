/** Answers the forms of a count: start it, save a row, approve differences, close it. */
import { data, redirect } from 'react-router';
import { approveAll, approveRow } from '#core/goods/counts/approve-row.server.ts';
import { closeCount } from '#core/goods/counts/close-count.server.ts';
import { type CountProblem, countMessage } from '#core/goods/counts/count.ts';
import { countFound } from '#core/goods/counts/count-found.server.ts';
import { countRow } from '#core/goods/counts/count-row.server.ts';
import { type FoundProduct, readFoundProducts } from '#core/goods/counts/found-products-queries.server.ts';
import { startCount } from '#core/goods/counts/start-count.server.ts';
import { adjustReasons } from '#core/goods/stock/adjustment.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';

export async function answerStart(actor: SignedIn, form: FormData) {
  const category = String(form.get('category') ?? '');
  const outcome = await startCount(actor, /^\d{1,9}$/.test(category) ? Number(category) : null);
  if (outcome.ok) return redirect(`/admin/counts/${outcome.value.sheetId}`);
  return data({ message: countMessage(outcome.problem), category }, { status: statusOf(outcome.problem) });
}

/** What a row's form answers: its message, or that it was saved; what was typed comes back with a refusal. */
export type RowAnswer = {
  rowId: number;
  message: string | null;
  typed: string;
  reason: string;
  note: string;
};

export async function answerCount(actor: SignedIn, sheetId: number, form: FormData) {
  const text = (name: string) =>
    String(form.get(name) ?? '')
      .trim()
      .slice(0, 300);
  const [rowId, version] = [Number(text('rowId')), Number(text('version'))];
  const answer = (problem: CountProblem | null) =>
    data<RowAnswer>(
      {
        rowId,
        message: problem && countMessage(problem),
        typed: text('counted'),
        reason: text('reason'),
        note: text('note'),
      },
      { status: problem ? statusOf(problem) : 200 },
    );
  const here = `/admin/counts/${sheetId}`;
  switch (form.get('intent')) {
    case 'count': {
      if (!/^\d{1,7}$/.test(text('counted'))) return answer({ kind: 'count-invalid' });
      const outcome = await countRow(actor, { sheetId, rowId, version, counted: Number(text('counted')) });
      return answer(outcome.ok ? null : outcome.problem);
    }
    case 'found':
      return answerFound(actor, sheetId, form);
    case 'recount': {
      const outcome = await countRow(actor, { sheetId, rowId, version, counted: null });
      return answer(outcome.ok ? null : outcome.problem);
    }
    case 'approve': {
      const reason = adjustReasons.find((each) => each === text('reason')) ?? 'count';
      if ((reason === 'theft' || reason === 'waste') && text('note') === '')
        return answer({ kind: 'note-missing' });
      const outcome = await approveRow(actor, { sheetId, rowId, version, reason, note: text('note') });
      return answer(outcome.ok ? null : outcome.problem);
    }
    case 'approve-all': {
      const { approved, refused } = await approveAll(actor, sheetId);
      const [first] = refused;
      const done = `${approved} approved.`;
      return redirectWithFlash(
        `${here}?view=differs`,
        first ? `${done} ${refused.length} not: ${countMessage(first)}` : done,
        first ? 'info' : 'success',
      );
    }
    case 'close': {
      const outcome = await closeCount(actor, sheetId);
      return outcome.ok
        ? redirectWithFlash(here, 'Count closed.', 'success')
        : redirectWithFlash(`${here}?view=differs`, countMessage(outcome.problem), 'error');
    }
    default:
      return redirectWithFlash(here, 'Nothing was changed.', 'info');
  }
}

/** What the form of a found lot answers when it is refused: the message, what was typed, and the products to choose from. */
export type FoundAnswer = {
  found: { message: string; code: string; product: string; counted: string; choices: FoundProduct[] };
};

async function answerFound(actor: SignedIn, sheetId: number, form: FormData) {
  const text = (name: string) =>
    String(form.get(name) ?? '')
      .trim()
      .slice(0, 200);
  const [code, product, counted] = [text('code'), text('product'), text('counted')];
  const refused = (problem: CountProblem, choices: FoundProduct[] = []) =>
    data<FoundAnswer>(
      { found: { message: countMessage(problem), code, product, counted, choices } },
      { status: statusOf(problem) },
    );
  if (code === '') return refused({ kind: 'batch-missing' });
  if (!/^\d{1,7}$/.test(counted)) return refused({ kind: 'count-invalid' });
  const choices = await readFoundProducts(actor, code, product);
  const chosen = Number(text('productId')) || (choices.length === 1 ? choices[0]?.productId : undefined);
  if (chosen === undefined) {
    if (choices.length > 0) return refused({ kind: 'which-product' }, choices);
    return refused({ kind: product === '' ? 'batch-unknown' : 'product-unknown' });
  }
  const outcome = await countFound(actor, { sheetId, code, productId: chosen, counted: Number(counted) });
  if (!outcome.ok) return refused(outcome.problem, choices.length > 1 ? choices : []);
  return redirectWithFlash(`/admin/counts/${sheetId}`, `Batch ${code} added: ${counted} counted.`, 'success');
}
