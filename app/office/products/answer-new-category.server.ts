/** Adds the category that was typed into a product's form. */

import { addCategory } from '#core/goods/catalogue/categories/add-category.server.ts';
import { categoryMessage } from '#core/goods/catalogue/categories/category.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';

/** Longer than a name may be: what was typed comes back whole. */
const MAXIMUM_TEXT = 400;

/** What the form shows next: the values with the new category chosen, or why there is none. */
export type NewCategory = {
  values: { categoryId?: string; newCategory: string };
  errors: { newCategory?: string[] };
};

/**
 * null if no name was typed. Then Enter in another field, which presses the form's first button, saves the product. A
 * typed name is added whichever button was pressed.
 */
export async function answerNewCategory(actor: SignedIn, form: FormData): Promise<NewCategory | null> {
  const typed = String(form.get('newCategory') ?? '')
    .slice(0, MAXIMUM_TEXT)
    .toWellFormed();
  if (typed.trim() === '') return null;
  const outcome = await addCategory(actor, typed);
  return outcome.ok
    ? { values: { categoryId: String(outcome.value.id), newCategory: '' }, errors: {} }
    : { values: { newCategory: typed }, errors: { newCategory: [categoryMessage(outcome.problem)] } };
}
