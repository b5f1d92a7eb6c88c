import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { ListPage } from '#office/kit/list-view.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/promotions.page';
import { promotionColumns } from './promotion-columns.tsx';
import { promotionList } from './promotion-list.ts';
import { readPromotions } from './promotions-queries.server.ts';

const PATH = '/admin/promotions';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'promotions.send', request);
  const state = promotionList.parse(new URL(request.url).searchParams);
  const page = await readPromotions(actor, state, (await storeClock()).zone);
  if (!page) throw new Response(null, { status: 404 });
  return { state, page };
}

export const meta: Route.MetaFunction = () => [{ title: 'Promotions · Admin' }];

export default function Promotions({ loaderData }: Route.ComponentProps) {
  useLive(['promotions']);
  return (
    <ListPage
      title="Promotions"
      path={PATH}
      list={promotionList}
      shown={loaderData}
      actions={<ButtonLink to={`${PATH}/new`}>New promotion</ButtonLink>}
      above={
        <p className="mb-6 max-w-3xl text-ink-soft">
          News and offers go only to adults who turned on Promotional Updates, by the channels they chose.
        </p>
      }
      table={{ caption: 'Promotions', columns: promotionColumns, rowKey: (line) => line.id }}
      words={{
        unmatched: 'No promotions match these filters.',
        all: 'Show all promotions',
        none: 'No promotions yet.',
      }}
    />
  );
}
