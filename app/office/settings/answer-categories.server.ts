/** Answers the forms of Menu settings that add, rename, archive or restore a category. */
import { data } from 'react-router';
import { addCategory, addStarterSet } from '#core/goods/catalogue/categories/add-category.server.ts';
import {
  archiveCategory,
  restoreCategory,
} from '#core/goods/catalogue/categories/archive-category.server.ts';
import {
  type CategoryProblem,
  categoryMessage,
  productCount,
} from '#core/goods/catalogue/categories/category.ts';
import { renameCategory } from '#core/goods/catalogue/categories/rename-category.server.ts';
import { bulkMessage } from '#core/goods/catalogue/products/bulk-change.ts';
import { undoBatch } from '#core/goods/catalogue/products/undo-batch.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import type { Result } from '#kernel/result.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { statusOf } from '#platform/requests/problem-status.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';

const BACK = '/admin/settings/menu-order';

/** The form that was refused: its intent, with the category's id if it is about one. */
export type CategoryRefusal = { of: string; refusal: FormRefusal };

const MAXIMUM_TEXT = 400;

/** null for an intent that is not about categories. */
export async function answerCategories(actor: SignedIn, form: FormData) {
  const intent = String(form.get('intent') ?? '');
  const id = readId(form.get('category'));
  const name = String(form.get('name') ?? '')
    .slice(0, MAXIMUM_TEXT)
    .toWellFormed();
  switch (intent) {
    case 'add':
      return answer(await addCategory(actor, name), ({ name }) => `${name} added.`);
    case 'starter-set':
      return answer(await addStarterSet(actor), ({ added }) =>
        added === 0
          ? 'The menu has all of these categories.'
          : 'Categories added. Rename or archive what you do not need.',
      );
    case 'rename':
      return answer(await renameCategory(actor, id, name), ({ name }) => `Renamed to ${name}.`);
    case 'archive':
      return answer(await archiveCategory(actor, id, readTarget(form.get('to'))), ({ name, moved }) =>
        moved === 0
          ? `${name} archived. Restore it below.`
          : `${name} archived, ${productCount(moved)} moved.`,
      );
    case 'bring-back':
      return answer(
        await restoreCategory(actor, id),
        ({ name }) => `${name} is on the menu again. Its former products stay where they are.`,
      );
    case 'undo-merge': {
      const undone = await undoBatch(actor, String(form.get('batch') ?? ''));
      return undone.ok
        ? redirectWithFlash(BACK, undoneText(undone.value), undone.value.left === 0 ? 'success' : 'info')
        : redirectWithFlash(BACK, bulkMessage(undone.problem), 'error');
    }
    default:
      return null;
  }

  function answer<T>(outcome: Result<T, CategoryProblem>, said: (value: T) => string) {
    if (outcome.ok) return redirectWithFlash(BACK, said(outcome.value), 'success');
    const { problem } = outcome;
    const message = categoryMessage(problem);
    const field = intent === 'archive' ? 'to' : 'name';
    const refusal: FormRefusal =
      problem.kind === 'not-allowed' || problem.kind === 'not-found'
        ? { message, errors: {}, values: { name } }
        : { errors: { [field]: [message] }, values: { name } };
    return data<{ category: CategoryRefusal }>(
      { category: { of: id > 0 ? `${intent} ${id}` : intent, refusal } },
      { status: statusOf(problem) },
    );
  }
}

/** 'Merge undone, 12 products moved back. 1 stays: it has changed since.' */
const undoneText = ({ undone, left }: { undone: number; left: number }) =>
  `Merge undone, ${productCount(undone)} moved back.${left > 0 ? ` ${productCount(left)} changed since, and ${left === 1 ? 'stays' : 'stay'}.` : ''}`;

const readId = (given: unknown): number => (/^[1-9]\d{0,8}$/.test(String(given ?? '')) ? Number(given) : 0);
const readTarget = (given: unknown): number | null => readId(given) || null;
