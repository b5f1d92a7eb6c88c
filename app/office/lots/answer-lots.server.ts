/** Answers the forms on the page of a product's lots. */
import { data } from 'react-router';
import { flaggedWords } from '#core/goods/catalogue/products/flagged-words.ts';
import { editLot } from '#core/goods/stock/lots/edit-lot.server.ts';
import {
  type LotPapers,
  type LotProblem,
  lotMessage,
  papersLabel,
  papersLacking,
  readLotUnits,
} from '#core/goods/stock/lots/lots.ts';
import { quarantineLot } from '#core/goods/stock/lots/quarantine-lot.server.ts';
import { type ReceivedLot, receiveLot } from '#core/goods/stock/lots/receive-lot.server.ts';
import { releaseLot } from '#core/goods/stock/lots/release-lot.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import type { Result } from '#kernel/result.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { LotRefusal } from './lot-card.tsx';
import { publicTexts, readPapers, readTestStatus } from './lot-form.ts';
import { readProductLots } from './product-lots-queries.server.ts';

export async function answerLots(actor: SignedIn, id: number, form: FormData) {
  const values: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === 'string') values[name] = value.slice(0, 500);
  const back = `/admin/products/${id}/lots`;
  const refused = (refusal: Partial<LotRefusal>, status = 400) =>
    data<LotRefusal>({ at: values.at ?? '', errors: {}, ...refusal, values }, { status });
  const answer = <T>(outcome: Result<T, LotProblem>, message: string | ((value: T) => string)) =>
    outcome.ok
      ? redirectWithFlash(back, typeof message === 'string' ? message : message(outcome.value), 'success')
      : refused({ message: lotMessage(outcome.problem) }, statusOf(outcome.problem));
  // A lot of another product counts as one that does not exist.
  const lots = await readProductLots(actor, id);
  const lotId = lots.find((lot) => String(lot.id) === values.lotId)?.id ?? 0;
  const reason = values.reason ?? '';
  switch (values.intent) {
    case 'papers':
    case 'receive': {
      const read = readPapers(values);
      const flagged = await flaggedIn(values);
      const quantity = readLotUnits(values.quantity ?? '');
      const isDelivery = values.intent === 'receive';
      const missing = isDelivery && quantity === null;
      if (!read.ok || missing || flagged)
        return refused({
          errors: {
            ...flagged,
            ...(read.ok ? {} : read.errors),
            ...(missing ? { quantity: [lotMessage({ kind: 'quantity-invalid' })] } : {}),
          },
        });
      return isDelivery
        ? answer(
            await receiveLot(actor, { productId: id, quantity: quantity ?? 0, ...read.papers }),
            ({ status }) => receivedWords(status, read.papers),
          )
        : answer(await editLot(actor, lotId, read.papers), 'Batch saved.');
    }
    case 'quarantine':
      return answer(await quarantineLot(actor, { lotId, reason }), 'Lot quarantined.');
    case 'release': {
      const testStatus = readTestStatus(values.testStatus ?? '') ?? undefined;
      return answer(await releaseLot(actor, { lotId, reason, testStatus }), 'Lot on sale.');
    }
    default:
      return redirectWithFlash(back, 'Nothing was changed.', 'info');
  }
}

/** Anyone with a package reads these texts, so the words that the state does not allow in advertising are refused. */
async function flaggedIn(
  values: Readonly<Record<string, string>>,
): Promise<Record<string, readonly string[]> | null> {
  const { publishing } = await readSettings();
  const found = publicTexts.flatMap((field) => {
    const words = flaggedWords(values[field] ?? '', publishing.flaggedWords);
    return words.length === 0
      ? []
      : [[field, [`Not allowed on a public page: ${words.join(', ')}.`]] as const];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}

const RECEIVED = 'Lot received.';

const receivedWords = (status: ReceivedLot['status'], papers: LotPapers) =>
  status === 'sellable'
    ? RECEIVED
    : `${RECEIVED} ${status === 'quarantined' ? 'It is not on sale: the state does not let its package be sold.' : waitsFor(papers)}`;

/** What a lot that was received lacks before it can be put on sale. */
function waitsFor(papers: LotPapers): string {
  const lacking = papersLacking('cannabis', papers);
  return lacking.length === 0
    ? 'Someone who may put lots on sale does that next.'
    : `It is not on sale yet. It needs: ${papersLabel(lacking)}.`;
}
