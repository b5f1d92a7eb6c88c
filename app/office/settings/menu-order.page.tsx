/**
 * /admin/settings/menu-order: the categories of the menu and their order. Each press on an arrow moves one and saves.
 */

import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readCategories } from '#core/goods/catalogue/categories-queries.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { ConfirmAnswer } from '#ui/confirm.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/menu-order.page';
import { answerCategories, type CategoryRefusal } from './answer-categories.server.ts';
import { ArchivedCategories } from './archived-categories.tsx';
import { CategoryList } from './category-list.tsx';
import { readEditedMenu } from './menu-categories-queries.server.ts';
import { menuOrderSection, orderAfter } from './menu-order.ts';
import { NewCategory, StarterSet } from './new-category.tsx';
import { SectionHistory } from './section-view.tsx';
import { answerSection, loadSection } from './settings-page.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const menu = await readEditedMenu(actor);
  return { ...(await loadSection(actor, request, menuOrderSection(menu.categories))), ...menu };
}

/** Also after a refusal: the next move is compared with what is stored now. */
export const shouldRevalidate = () => true;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const form = await requestForm(request);
  const answered = await answerCategories(actor, form);
  if (answered) return answered;
  const categories = await readCategories();
  const move = form.get('move');
  if (move !== null) form.set('categoryOrder', orderAfter(categories, String(move)).join(' '));
  return answerSection(actor, menuOrderSection(categories), form);
}

/** Below this many categories a shop is new. */
const FEW = 3;

export default function MenuOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { categories, archived, version, history } = loaderData;
  const answer = useAnswer<FormRefusal | { category: CategoryRefusal }>(actionData);
  const refused = answer && 'category' in answer ? answer.category : undefined;
  const moved = answer && 'errors' in answer ? answer : undefined;
  const adding = refused?.of === 'add' ? refused.refusal : undefined;
  const [intent = '', id] = refused?.of.split(' ') ?? [];
  const problem =
    moved?.message ?? moved?.errors.categoryOrder?.[0] ?? (adding ? null : refused?.refusal.message);
  return (
    <ConfirmAnswer value={refused && id ? { intent, refusal: refused.refusal } : null}>
      {problem ? (
        <Notice tone="error" className="mb-6">
          {problem}
        </Notice>
      ) : null}
      <p className="mb-4 max-w-prose text-ink-soft">
        Every product is in a category. Home, Products and the price list show the categories in this order,
        and only those with products.
      </p>
      {categories.length < FEW ? <StarterSet isFirst={categories.length === 0} /> : null}
      {categories.length > 0 ? (
        <CategoryList categories={categories} version={version} refused={refused} />
      ) : null}
      <NewCategory key={categories.length} refusal={adding} />
      <ArchivedCategories archived={archived} />
      <SectionHistory version={version} history={history} />
    </ConfirmAnswer>
  );
}
