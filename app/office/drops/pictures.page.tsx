/** /admin/inventory/pictures: pictures that are dropped in together, matched with products by their names or by hand. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readDrops } from '#core/goods/drops/drops-queries.server.ts';
import { productChoice } from '#office/kit/product-choice.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/pictures.page';
import { answerPictures } from './answer-pictures.server.ts';
import { DropZone } from './drop-zone.tsx';
import { DroppedProblems } from './dropped-problems.tsx';
import { PictureMatches } from './picture-matches.tsx';
import { picturedBook, proposeProduct } from './pictured-products.ts';
import { readPicturedProducts } from './pictures-queries.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  const [drops, products] = await Promise.all([readDrops(actor, 'picture'), readPicturedProducts(actor)]);
  const book = picturedBook(products);
  const pictures = drops.flatMap(({ id, name, key }) =>
    key === null ? [] : [{ id, name, key, ...proposeProduct(name, book) }],
  );
  return {
    pictures,
    refused: drops.filter(({ problem }) => problem !== null),
    choices: pictures.length === 0 ? [] : products.map(productChoice),
  };
}

/** Also after a refusal: pictures that were added are gone from the list. */
export const shouldRevalidate = () => true;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'inventory.manage', request);
  return answerPictures(actor, await requestForm(request));
}

export const meta: Route.MetaFunction = () => [{ title: 'Add pictures · Admin' }];

export default function Pictures({ loaderData, actionData }: Route.ComponentProps) {
  const { pictures, refused, choices } = loaderData;
  const answer = useAnswer<FormRefusal>(actionData);
  return (
    <div className="max-w-4xl">
      <BackLink to="/admin/inventory" label="Inventory" />
      <h1 className="mb-6 text-2xl">Add pictures</h1>
      <div className="flex flex-col gap-5">
        <DropZone
          kind="picture"
          back="/admin/inventory/pictures"
          label="Drop pictures here, or choose them"
          hint="JPEG, PNG or WebP, up to 40 MB each. One with a product’s name, batch or UPC in its file name is matched. We resize pictures but never crop them."
          accept="image/jpeg,image/png,image/webp"
        />
        <DroppedProblems files={refused} />
        {pictures.length > 0 ? (
          <PictureMatches pictures={pictures} choices={choices} refusal={answer} />
        ) : (
          <p className="text-ink-soft">No pictures are waiting for a product.</p>
        )}
      </div>
    </div>
  );
}
