/** Answers the forms on an import's page: choose columns, apply, undo. */
import { data } from 'react-router';
import { addCategory } from '#core/goods/catalogue/categories/add-category.server.ts';
import { restoreCategory } from '#core/goods/catalogue/categories/archive-category.server.ts';
import { categoryMessage, MOST_CATEGORIES } from '#core/goods/catalogue/categories/category.ts';
import { readCategories } from '#core/goods/catalogue/categories-queries.server.ts';
import {
  answerPreview,
  chooseColumns,
  chooseHeads,
  type ImportAnswers,
  startApplying,
  startUndoing,
} from '#core/goods/catalogue/imports/change-import.server.ts';
import { importMessage } from '#core/goods/catalogue/imports/product-import.ts';
import { importFields } from '#core/goods/catalogue/products/inventory-csv.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';

const UPLOAD = '/admin/inventory/import';

/** Answers to questions of the preview. */
const answers = ['fill', 'unfill', 'sell', 'unsell', 'same', 'new-products', 'our-products', 'as-written'];

/** `same-12` is the product that line 12 means; '' for a new one. */
function answersOf(intent: string, form: FormData): ImportAnswers {
  if (intent === 'fill' || intent === 'unfill') return { fill: intent === 'fill' };
  if (intent === 'sell' || intent === 'unsell') return { forSale: intent === 'sell' };
  if (intent === 'new-products' || intent === 'our-products')
    return { foreignIds: intent === 'new-products' ? 'new' : 'ours' };
  if (intent === 'as-written') return { asWritten: true };
  const lines = [...form.entries()].flatMap(([name, value]) => {
    const line = /^same-(\d{1,7})$/.exec(name)?.[1];
    return line === undefined ? [] : [[line, readProductId(String(value)) ?? 0] as const];
  });
  return { same: Object.fromEntries(lines) };
}

/**
 * Adds or restores the categories that a preview offers, and compares the file again. The first one of a shop without any is for
 * products that name none, too.
 */
async function addCategories(actor: SignedIn, importId: string, form: FormData, preview: number) {
  const hadNone = (await readCategories()).length === 0;
  let first: number | undefined;
  for (const given of form.getAll('category').slice(0, MOST_CATEGORIES)) {
    const outcome = await addCategory(actor, String(given));
    if (!outcome.ok) return { message: categoryMessage(outcome.problem) };
    first ??= outcome.value.id;
  }
  for (const id of form.getAll('restore').slice(0, MOST_CATEGORIES)) {
    const outcome = await restoreCategory(actor, readProductId(String(id)) ?? 0);
    if (!outcome.ok) return { message: categoryMessage(outcome.problem) };
    first ??= outcome.value.id;
  }
  return answerPreview(actor, importId, { preview, ...(hadNone ? { categoryId: first } : {}) });
}

const started: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['columns', ...answers].map((intent) => [intent, 'Comparing the file again.'])),
  heads: 'Columns matched by the line that you chose.',
  category: 'The category is on the menu. Comparing the file again.',
  apply: 'The import started.',
  undo: 'The undo started.',
};

export type Refused = { message?: string; columns?: FormRefusal };

export async function answerImport(actor: SignedIn, importId: string, form: FormData) {
  const intent = form.get('intent');
  const preview = Number(form.get('preview'));
  const names = [...importFields, 'categoryId', 'newType', 'incomplete'];
  const values = Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '').slice(0, 100)]));
  const added = intent === 'category' ? await addCategories(actor, importId, form, preview) : null;
  if (added && 'message' in added) return data<Refused>(added, { status: 409 });
  const outcome =
    added ??
    (intent === 'columns'
      ? await chooseColumns(actor, importId, values)
      : intent === 'heads'
        ? await chooseHeads(actor, importId, Number(form.get('headAt')))
        : intent === 'undo'
          ? await startUndoing(actor, importId)
          : answers.includes(String(intent))
            ? await answerPreview(actor, importId, { preview, ...answersOf(String(intent), form) })
            : await startApplying(actor, importId, {
                preview,
                accepted: form.get('accept') === '1',
              }));
  const here = `${UPLOAD}/${importId}`;
  if (outcome.ok) return redirectWithFlash(here, started[String(intent)] ?? started.apply ?? '', 'info');
  const { problem } = outcome;
  const message = importMessage(problem);
  if (problem.kind === 'not-found') return redirectWithFlash(UPLOAD, message, 'info');
  if (problem.kind === 'mapping')
    return data<Refused>({ columns: { message, errors: problem.errors, values } }, { status: 400 });
  return data<Refused>({ message }, { status: statusOf(problem) });
}
