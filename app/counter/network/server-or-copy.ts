/** What a page of the counter shows and does when the shop does not answer. */

import { type ClientActionFunctionArgs, data } from 'react-router';
import { isOutOfReach, OUT_OF_REACH } from '#core/ground/frame/error-view.tsx';
import { NO_COPY } from '#core/ground/frame/lost-request.ts';
import { randomId } from '#kernel/random-id.ts';
import { copySoon, heard, isLost, lose, viewerNow } from './connection.ts';
import { endCopy, markChanged, readChanged, readDay, type StoredDay, withoutOrders } from './day-copy.ts';
import { isIdle, lastUse, SIGN_IN_IDLE_MINUTES } from './last-use.ts';
import type { OfflineAction } from './offline-action.ts';
import { heldNow, hold, openHeld } from './waiting-actions.ts';

/** A page waits so long for its data before it shows the copy, in milliseconds; a press waits longer. */
const LOADER_PATIENCE_MS = 6000;
const ACTION_PATIENCE_MS = 10_000;

/**
 * What the tablet knows without the network. `actions` are the viewer's, in order. Orders that it changed after their copy
 * was stored are not on the board: shown as they were, they could be handed over twice.
 */
export type Known = { day: StoredDay; actions: readonly OfflineAction[] };

const NOT_HERE =
  'This page is not on this tablet. Without a network you can open the board and today’s orders.';
const WAITS = 'Go on with another order. This one is shown again as soon as the network is back.';

/**
 * The shop's data, or the tablet's while the network is lost. Actions that wait are in it.
 * @param ofCopy null if the copy does not have the page
 * @param order whose page it is
 */
export async function serverOrCopy<T>(
  serverLoader: () => Promise<T>,
  ofCopy: (known: Known) => Promise<T | null> | T | null,
  order?: string,
): Promise<T> {
  if (!isLost()) {
    try {
      const loaded = await within(serverLoader(), LOADER_PATIENCE_MS);
      heard();
      return loaded;
    } catch (thrown) {
      if (!isOutOfReach(thrown)) throw thrown;
    }
  }
  const known = await readKnown();
  lose(known?.day.checkedAt);
  const shown = known && (await ofCopy(known));
  if (shown) return shown;
  // The offline bar says which orders wait, and why.
  if (order !== undefined && (await readChanged()).includes(order)) throw data(WAITS, { status: 409 });
  throw data(NOT_HERE, { status: 404, statusText: NO_COPY });
}

async function readKnown(): Promise<Known | null> {
  const day = await readDay(viewerNow());
  if (!day) return null;
  // No one without the PIN or password reads it: what waits to be sent stays, and is sent after the next sign-in.
  if (isIdle(lastUse(), Date.now(), day.idleMinutes ?? SIGN_IN_IDLE_MINUTES)) {
    endCopy();
    return null;
  }
  await openHeld();
  const changed = await readChanged();
  return {
    day: { ...day, board: withoutOrders(day.board, changed) },
    actions: heldNow().waiting.filter(({ by }) => by.id === day.owner.id),
  };
}

/** What a page does with a form while the network is lost. */
export type Without<Answer> = {
  /** The action that waits; null if the form is answered without one. Its id is the form's key, or its own. */
  action: (Omit<OfflineAction, 'id' | 'doneAt' | 'by' | 'session' | 'after'> & { id?: string }) | null;
  /** What the person reads, or where they go. */
  answer: Answer;
};

/**
 * The shop's answer, or the tablet's own while the network is lost: the action waits then, with the form's key as its
 * id, so that a form whose answer was lost counts once.
 * @param without null for a form that needs the network
 * @param lost makes the answer for such a form
 */
export async function serverOrWait<Answer, Own, Lost>(
  {
    request,
    serverAction,
  }: Pick<ClientActionFunctionArgs, 'request'> & { serverAction: () => Promise<Answer> },
  without: (form: FormData, known: Known) => Promise<Without<Own> | null> | Without<Own> | null,
  lost: (form: FormData) => Lost,
) {
  const form = await formOf(request);
  if (!isLost()) {
    try {
      const answer = await within(serverAction(), ACTION_PATIENCE_MS);
      heard();
      await changedHere(request, form);
      return answer;
    } catch (thrown) {
      if (!isOutOfReach(thrown)) {
        // A redirect, too, is an answer.
        await changedHere(request, form, thrown);
        throw thrown;
      }
    }
  }
  const known = await readKnown();
  lose(known?.day.checkedAt);
  const decided = known && (await without(form, known));
  if (!decided) return data(lost(form), { status: OUT_OF_REACH });
  if (decided.action === null) return decided.answer;
  const key = form.get('key');
  try {
    await hold({
      ...decided.action,
      id: decided.action.id ?? (typeof key === 'string' && key !== '' ? key : randomId()),
      doneAt: Date.now(),
      by: known.day.owner,
      session: known.day.session.id,
    });
  } catch {
    return data(lost(form), { status: OUT_OF_REACH });
  }
  return decided.answer;
}

/**
 * The shop's answer to a form that needs the network. What the copy has of its orders is older from now on, also when the
 * answer is lost: no one knows then what was done.
 */
export async function serverThenCopy<Answer>({
  request,
  serverAction,
}: Pick<ClientActionFunctionArgs, 'request'> & { serverAction: () => Promise<Answer> }): Promise<Answer> {
  const form = await formOf(request);
  try {
    return await serverAction();
  } finally {
    await changedHere(request, form);
  }
}

/** The form itself is left for the shop to read. */
const formOf = (request: Request): Promise<FormData> => request.clone().formData();

/**
 * The copy of the orders that a form was about is older than the shop's answer. A unit that was scanned on the board is of
 * the order that the answer leads to.
 */
async function changedHere({ url }: Request, form: FormData, answer?: unknown): Promise<void> {
  const isScan = form.get('intent') === 'scan' && answer instanceof Response;
  const orders = ordersOf(form, (isScan && answer.headers.get('Location')) || new URL(url).pathname);
  for (const order of orders) await markChanged(order);
  if (orders.length > 0) copySoon();
}

/** A form names its order, or several, or its page does. */
function ordersOf(form: FormData, pathname: string): string[] {
  const named = [form.get('order'), form.get('orders')].filter((text) => typeof text === 'string');
  if (named.length > 0) return named.flatMap((text) => text.split(','));
  return /\/orders\/(\w+)/.exec(pathname)?.slice(1) ?? [];
}

/** Rejects like a lost network after that time. */
function within<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TypeError('fetch: no answer')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
