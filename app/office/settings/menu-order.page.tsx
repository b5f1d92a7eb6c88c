/** /admin/settings/menu-order: the order in which the shop shows its categories. Each press moves one and saves. */
import { readCategories } from '#core/catalogue/categories-queries.server.ts';
import { requirePermission } from '#core/identity/sessions/guards.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/menu-order.page';
import { menuOrderSection, orderAfter } from './menu-order.ts';
import { MenuOrderList } from './menu-order-list.tsx';
import { SectionHistory } from './section-view.tsx';
import { answerSection, loadSection } from './settings-page.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const categories = await readCategories();
  return { ...(await loadSection(actor, request, menuOrderSection(categories))), categories };
}

/** Also after a refusal: the next move is compared with what is stored now. */
export const shouldRevalidate = () => true;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const form = await requestForm(request);
  const categories = await readCategories();
  const move = form.get('move');
  if (move !== null) form.set('categoryOrder', orderAfter(categories, String(move)).join(' '));
  return answerSection(actor, menuOrderSection(categories), form);
}

export default function MenuOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { categories, version, history } = loaderData;
  const refusal = useAnswer(actionData);
  const problem = refusal?.message ?? refusal?.errors?.categoryOrder?.[0];
  return (
    <>
      {problem ? (
        <Notice tone="error" className="mb-6">
          {problem}
        </Notice>
      ) : null}
      <p className="mb-4 max-w-prose text-ink-soft">
        Home, Products and the price list show the categories in this order. New categories come last.
      </p>
      <MenuOrderList categories={categories} version={version} />
      <SectionHistory version={version} history={history} />
    </>
  );
}
