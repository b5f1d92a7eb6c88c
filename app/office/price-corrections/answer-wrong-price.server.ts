/** Answers the form that corrects a wrong price. */
import { data } from 'react-router';
import { z } from 'zod';
import { readEditedProduct } from '#core/goods/catalogue/products/edited-products-queries.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import {
  correctionMessage,
  correctionName,
  LONGEST_REASON,
} from '#core/sales/price-corrections/price-correction.ts';
import { startCorrection } from '#core/sales/price-corrections/start-correction.server.ts';
import { correctionSettlements } from '#kernel/statuses.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { readForm } from '#platform/requests/form.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { guardOf } from './read-wrong-price.server.ts';
import { readWrong, wrongFields } from './wrong-price-form.ts';

const ticked = z
  .literal('yes')
  .optional()
  .transform((value) => value === 'yes');

const correctForm = z.object({
  settlement: z.enum(correctionSettlements, 'Choose what happens to what was paid.'),
  tells: ticked,
  reason: z
    .string()
    .overwrite(cleanText)
    .min(1, correctionMessage({ kind: 'reason-missing' }))
    .max(LONGEST_REASON, `At most ${LONGEST_REASON} characters, please.`)
    .refine(isPlainText, 'Remove special characters.'),
  accepted: ticked,
  fingerprint: z.string().max(40),
  key: z.uuid(),
});

const ACCEPT = 'Confirm that the right price is below the legal floor.';

export async function answerWrongPrice(actor: SignedIn, productId: number, request: Request, form: FormData) {
  const read = readForm(form, correctForm);
  if (!read.ok) return data(read.refused(), { status: 400 });
  const settings = await readSettings();
  const asked = readWrong(productId, wrongFields(new URL(request.url).searchParams), settings.store.zone);
  const product = await readEditedProduct(actor, productId);
  if (!asked.ok || !product) return data(read.refused(correctionMessage({ kind: 'stale' })), { status: 409 });
  const guard = guardOf(product.values, asked.wrong.rightPrice, settings);
  if (guard?.isRefused) return data(read.refused(guard.message), { status: 400 });
  if (guard && !read.value.accepted) return data(read.refused(ACCEPT, 'accepted'), { status: 400 });
  const { accepted: _, ...input } = read.value;
  const outcome = await startCorrection(actor, { ...input, wrong: asked.wrong });
  if (!outcome.ok)
    return data(read.refused(correctionMessage(outcome.problem)), { status: statusOf(outcome.problem) });
  const { number } = outcome.value;
  return redirectWithFlash(
    `/admin/price-corrections/${number}`,
    `${correctionName({ number })} started.`,
    'success',
  );
}
