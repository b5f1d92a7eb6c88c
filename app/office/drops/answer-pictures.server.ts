/** Answers the forms of the page that matches dropped pictures with products. */
import { data } from 'react-router';
import { readDrops } from '#core/goods/drops/drops-queries.server.ts';
import { placePictures } from '#core/goods/drops/place-pictures.server.ts';
import { removeDrops } from '#core/goods/drops/remove-drops.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { formatNumber } from '#kernel/number.ts';
import { readChoice } from '#office/kit/product-choice.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { productField } from './pictured-products.ts';
import { readPicturedProducts } from './pictures-queries.server.ts';

const PICTURES_PATH = '/admin/inventory/pictures';

export async function answerPictures(actor: SignedIn, form: FormData) {
  const removed = form.get('remove');
  if (typeof removed === 'string') {
    const outcome = await removeDrops(actor, 'picture', [removed]);
    return redirectWithFlash(
      PICTURES_PATH,
      outcome.ok && outcome.value.removed > 0 ? 'Picture removed.' : 'Nothing was changed.',
      'info',
    );
  }
  if (form.get('intent') === 'clear') {
    await removeDrops(actor, 'picture', 'unusable');
    return redirectWithFlash(PICTURES_PATH, 'List cleared.', 'info');
  }
  return place(actor, form);
}

async function place(actor: SignedIn, form: FormData) {
  const [products, drops] = await Promise.all([readPicturedProducts(actor), readDrops(actor, 'picture')]);
  const values: Record<string, string> = {};
  const errors: Record<string, string[]> = {};
  const wanted: { dropId: string; productId: number }[] = [];
  for (const { id } of drops) {
    const given = form.get(productField(id));
    const choice = typeof given === 'string' ? given.slice(0, 300).trim() : '';
    if (choice === '') continue;
    values[productField(id)] = choice;
    const productId = readChoice(choice, products);
    if (productId === null) errors[productField(id)] = ['Choose a product of the list.'];
    else wanted.push({ dropId: id, productId });
  }
  const { placed, refused } = await placePictures(actor, wanted);
  for (const { id, message } of refused) errors[productField(id)] = [message];
  const message = `${formatNumber(placed)} ${placed === 1 ? 'picture' : 'pictures'} added to products.`;
  if (Object.keys(errors).length === 0)
    return redirectWithFlash(
      PICTURES_PATH,
      placed === 0 ? 'Choose a product for a picture first.' : message,
      placed === 0 ? 'info' : 'success',
    );
  return data<FormRefusal>({ message, errors, values }, { status: 409 });
}
