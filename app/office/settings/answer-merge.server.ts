/** Loads and answers the page that merges a category into another. */
import { data } from 'react-router';
import { categoryMessage, productCount } from '#core/goods/catalogue/categories/category.ts';
import { mergeCategory } from '#core/goods/catalogue/categories/merge-category.server.ts';
import { previewMerge } from '#core/goods/catalogue/categories/merge-preview-queries.server.ts';
import { readProductId } from '#core/goods/catalogue/products/read-product-id.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import { readEditedMenu } from './menu-categories-queries.server.ts';

const PATH = '/admin/settings/menu-order';

/** @throws Response 404 where `from` is no category of the menu. */
export async function readMergeStep(actor: SignedIn, query: URLSearchParams) {
  const { categories } = await readEditedMenu(actor);
  const from = categories.find(({ id }) => id === readProductId(query.get('from') ?? undefined));
  if (!from) throw new Response(null, { status: 404 });
  const others = categories.filter((each) => each !== from);
  const to = others.find(({ id }) => id === readProductId(query.get('to') ?? undefined))?.id ?? null;
  return { from, others, to, preview: to === null ? null : await previewMerge(actor, from.id, to) };
}

export async function answerMerge(actor: SignedIn, form: FormData) {
  const id = (name: string) => readProductId(String(form.get(name) ?? '')) ?? 0;
  const seen = /^\d{1,9}$/.test(String(form.get('seen'))) ? Number(form.get('seen')) : -1;
  const merge = { to: id('to'), seen, accepted: form.get('accepted') === '1' };
  const outcome = await mergeCategory(actor, id('from'), merge);
  if (!outcome.ok)
    return data({ message: categoryMessage(outcome.problem) }, { status: statusOf(outcome.problem) });
  const { name, target, moved } = outcome.value;
  return redirectWithFlash(PATH, `${name} merged into ${target}, ${productCount(moved)} moved.`, 'success');
}
