/** Answers the form of packages: make a lot of one or of all, or remember which products they are. */
import { data } from 'react-router';
import { type MadeLot, makeLot } from '#core/goods/tracking/deliveries/make-lot.server.ts';
import { packageMessage } from '#core/goods/tracking/deliveries/package-lot.ts';
import { rememberItems } from '#core/goods/tracking/deliveries/remember-items.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { type ChosenProduct, readChoice } from '#office/kit/product-choice.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { readChoices } from './delivery-page-queries.server.ts';
import { batchField, priceField, productField } from './package-fields.ts';
import type { PackageView } from './package-views.ts';

/** A press ends before a browser gives up; the rest is for the next one. */
const LONGEST_MS = 20_000;

type Wanted = { tag: string; item: string; productId: number; batchNumber: string; takesPrice: boolean };

/** @param rows the packages of the page, by which the form's fields are read */
export async function answerPackages(
  actor: SignedIn,
  form: FormData,
  { rows, back }: { rows: readonly PackageView[]; back: string },
) {
  const only = form.get('make');
  const ready = rows.filter(({ isReady, tag }) => isReady && (only === null || only === tag));
  if (ready.length === 0) return redirectWithFlash(back, 'Nothing is waiting to become a lot.', 'info');
  const { wanted, values, errors } = readWanted(form, ready, await readChoices(actor), only !== null);
  const refused = (message: string | undefined, status: number) =>
    data<FormRefusal>({ message, errors, values }, { status });
  if (only === null && form.get('intent') !== 'all') {
    if (Object.keys(errors).length > 0) return refused(undefined, 400);
    const saved = await rememberItems(actor, wanted);
    return saved.ok
      ? redirectWithFlash(back, 'Products saved. The next packages of these items get them.', 'success')
      : refused(packageMessage(saved.problem), statusOf(saved.problem));
  }
  if (wanted.length === 0 && Object.keys(errors).length === 0)
    return refused('Choose the product of a package first.', 400);
  const made: MadeLot[] = [];
  let left = 0;
  let status = 400;
  const startedAt = performance.now();
  for (const { item: _, ...lot } of wanted) {
    if (performance.now() - startedAt > LONGEST_MS) {
      left += 1;
      continue;
    }
    const outcome = await makeLot(actor, lot);
    if (outcome.ok) made.push(outcome.value);
    // Someone else was faster: the page shows their lot.
    else if (outcome.problem.kind !== 'already-added') {
      const field = outcome.problem.kind.startsWith('batch-') ? batchField : productField;
      errors[field(lot.tag)] = [packageMessage(outcome.problem)];
      status = statusOf(outcome.problem);
    }
  }
  const message = madeWords(made, left, only === null ? ready.length - wanted.length : 0);
  if (Object.keys(errors).length === 0)
    return redirectWithFlash(
      back,
      message ?? 'This package is a lot already.',
      made.length > 0 ? 'success' : 'info',
    );
  return refused(message, status);
}

/** What is typed for each package; one without a product is an error if it is the only one, and is left out of many. */
function readWanted(
  form: FormData,
  ready: readonly PackageView[],
  products: readonly ChosenProduct[],
  isOne: boolean,
) {
  const values: Record<string, string> = {};
  const errors: Record<string, string[]> = {};
  const wanted: Wanted[] = [];
  for (const { tag, item } of ready) {
    const text = (name: string) =>
      String(form.get(name) ?? '')
        .slice(0, 300)
        .trim();
    const [choice, batchNumber] = [text(productField(tag)), text(batchField(tag)).slice(0, 100)];
    values[productField(tag)] = choice;
    values[batchField(tag)] = batchNumber;
    if (choice === '' && !isOne) continue;
    const productId = choice === '' ? null : readChoice(choice, products);
    if (productId === null)
      errors[productField(tag)] = [
        choice === '' ? packageMessage({ kind: 'product-unknown' }) : 'Choose a product of the list.',
      ];
    else wanted.push({ tag, item, productId, batchNumber, takesPrice: form.get(priceField(tag)) !== null });
  }
  return { wanted, values, errors };
}

/** '3 lots made: 2 are on sale. Missing: certificate PDF.' */
function madeWords(made: readonly MadeLot[], left: number, unknown: number): string | undefined {
  if (made.length === 0) return undefined;
  const onSale = made.filter(({ status }) => status === 'sellable').length;
  const lacks = [...new Set(made.flatMap((each) => each.lacks))];
  const many =
    onSale === made.length ? 'All are' : onSale === 0 ? 'None is' : onSale === 1 ? '1 is' : `${onSale} are`;
  const sale = made.length > 1 ? `${many} on sale.` : onSale === 1 ? 'It is on sale.' : 'It is not on sale.';
  return [
    `${made.length === 1 ? 'Lot' : `${made.length} lots`} made. ${sale}`,
    ...(lacks.length > 0 ? [`Missing: ${lacks.join(', ')}.`] : []),
    ...(unknown > 0 ? [`${unknown} ${unknown === 1 ? 'waits' : 'wait'} for a product.`] : []),
    ...(left > 0 ? [`Press again for the other ${left}.`] : []),
  ].join(' ');
}
