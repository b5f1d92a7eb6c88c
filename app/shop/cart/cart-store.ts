/**
 * Manages the cart in this browser: one list, in browser storage, shared by all tabs, mirrored in a cookie for the
 * server. Guests and customers have separate keys; sign-in merges the guest's lines into the customer's cart.
 */

import { useEffect, useSyncExternalStore } from 'react';
import { FEW_LEFT } from '#core/goods/stock/stock.ts';
import {
  clampQuantity,
  followAccount,
  MAXIMUM_LINES,
  MAXIMUM_QUANTITY,
  openingLines,
  productsLeftOut,
  readCart,
  type SavedCart,
  type StoredCartItem,
  writeCart,
} from '#core/sales/checkout/cart.ts';
import { type CartRoom, roomInCart } from '#core/sales/checkout/cart-room.ts';
import { onPageReturn } from '#ui/live/page-return.ts';
import { readAccountCart, saveAccountCart, soon } from './cart-account.ts';
import {
  asItem,
  type CartProduct,
  joined,
  knownRules,
  linesOf,
  lookUp,
  recall,
  remembering,
  withChangesSince,
} from './cart-products.ts';
import {
  forgetGuestItems,
  hasSaved,
  hasStoredCart,
  loadAgreed,
  loadItems,
  readMirror,
  saveItems,
  storageKey,
  writeMirror,
} from './cart-storage.ts';

const empty: readonly StoredCartItem[] = [];
const listeners = new Set<() => void>();
let owner: string | null = null;
let items: readonly StoredCartItem[] = empty;
let ready = false;
/** The account's cart as this browser last saw it; null for guests, and until it has. */
let agreed: SavedCart | null = null;
let opening: Promise<unknown> = Promise.resolve();

function tell(): void {
  for (const listener of listeners) listener();
}

function save(next: readonly StoredCartItem[]): void {
  items = next;
  saveItems(owner, next, agreed);
  writeMirror(owner, writeCart(linesOf(next)));
  tell();
  if (owner !== null && ready && !isSaved()) soon(() => void inTurn(saveToAccount));
}

/** Whether the account has what this browser shows. */
function isSaved(): boolean {
  return agreed?.lines === writeCart(linesOf(items));
}

/** How many units of a product the cart has room for, as far as this browser knows. Follows `useCart`. */
export function roomFor(product: Pick<CartProduct, 'id' | 'available' | 'counts'>): CartRoom {
  const present = items.find((item) => item.productId === product.id);
  const others = items.filter((item) => item !== present);
  return roomInCart({ ...product, counts: product.counts ?? present?.counts }, others, knownRules());
}

/**
 * Opens the current visitor's cart; called when the shell renders and whenever the signed-in user changes. Merges a
 * guest's lines into the customer's cart, capped by stock, and applies what the server has written into the cookie
 * since. Only one call runs at a time, across all tabs where the browser supports it, so that lines merge once. Returns
 * the names of products that did not fit, because a cart has at most `MAXIMUM_LINES`.
 */
export function openCart(userId: string | null): Promise<string[]> {
  return inTurn(() => open(userId));
}

/** Saves what the account does not have yet, before the browser forgets it. */
export const saveCart = (): Promise<void> => inTurn(saveToAccount);

function followAccountCart(): Promise<void> {
  return inTurn(async () => {
    const asked = owner;
    if (asked === null) return;
    const account = await readAccountCart(asked);
    if (account && owner === asked) await follow(account);
  });
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = opening.then(() => exclusively(work));
  opening = done.catch(() => undefined);
  return done;
}

async function exclusively<T>(work: () => Promise<T>): Promise<T> {
  // Web Locks exist on secure pages only; elsewhere this tab's queue has to do.
  return navigator.locks ? navigator.locks.request('cart', work) : work();
}

/** Saves the cart for the customer's other devices; if one of them has saved since, follows it and saves the result. */
async function saveToAccount(): Promise<void> {
  const asked = owner;
  if (asked === null || isSaved()) return;
  const lines = writeCart(linesOf(items));
  const answer = await saveAccountCart(asked, { lines, version: agreed?.version ?? 0 });
  if (!answer || owner !== asked) return;
  if (answer.lines === lines) {
    agreed = answer;
    saveItems(owner, items, agreed);
  }
  // An order took its items out of the cookie while the answer was on its way: do not write them back.
  if (hasServerWritten()) await open(asked);
  else if (answer.lines !== lines) await follow(answer);
  // Saves again if the cart has changed while the server was answering.
  else save(items);
}

function hasServerWritten(): boolean {
  const { cookie, mirrored } = readMirror();
  return cookie !== null && cookie !== mirrored?.value;
}

/** Changes this browser's cart to what `followAccount` makes of it. */
async function follow(account: SavedCart): Promise<void> {
  const before = agreed;
  const own = items;
  const lines = followAccount(linesOf(own), readCart(before?.lines), readCart(account.lines));
  const next = writeCart(lines) === writeCart(linesOf(own)) ? own : await joined(lines, [], remembering(own));
  agreed = account;
  save(withChangesSince(own, items, next));
}

async function open(userId: string | null): Promise<string[]> {
  owner = userId;
  const own = loadItems(owner);
  const guests = owner === null ? [] : loadItems(null);
  const mirror = readMirror();
  agreed = loadAgreed(owner);
  // At sign-in, and on a device that has not seen the account's cart; other pages cost no request.
  const isNew = userId !== null && (agreed === null || mirror.mirrored?.owner !== owner);
  if (isNew) {
    items = own;
    tell();
  }
  const account = isNew ? await readAccountCart(userId) : null;
  const ownLines = account
    ? followAccount(linesOf(own), readCart(agreed?.lines), readCart(account.lines))
    : linesOf(own);
  const { base, joining } = openingLines({ owner, own: ownLines, guest: linesOf(guests), ...mirror });
  const remembered = remembering([...guests, ...own]);
  const isKnown = joining.length === 0 && base.every(({ productId }) => remembered.has(productId));
  if (!isKnown && !isNew) {
    items = own;
    tell();
  }
  const next = isKnown
    ? base.flatMap((line) => recall(remembered, line))
    : await joined(base, joining, remembered);
  // The customer may have changed the cart while the server was answering.
  const isAnswered = isNew || !isKnown;
  // The server has written a cart while it was asked for another, as for 'Order again': begin again with that.
  const since = readMirror();
  if (since.cookie !== mirror.cookie && since.cookie !== since.mirrored?.value) return open(userId);
  // What the server wrote into the cookie was not based on the account's cart: the two still have to agree.
  if (account && base === ownLines) agreed = account;
  finish(isAnswered ? withChangesSince(own, items, next) : next, account !== null);
  if (guests.length > 0) forgetGuestItems();
  return productsLeftOut([...base, ...joining]).map((id) => remembered.get(id)?.name || 'one product');
}

function finish(next: readonly StoredCartItem[], isAgreed: boolean): void {
  ready = true;
  if (next.length > 0 || isAgreed || hasStoredCart(owner)) {
    save(next);
    return;
  }
  // The browser stores nothing for visitors who have not chosen anything, such as before they answer the age gate.
  items = next;
  tell();
}

/**
 * For a page that Back shows as it was left: reads what other pages have done to the cart since, at once, so that the next
 * press changes today's cart. Returns what `openCart` returns.
 */
export async function reopenCart(userId: string | null): Promise<string[]> {
  // A browser that stores nothing has the cart in this page only.
  if (!hasSaved()) return [];
  if (ready) {
    items = loadItems(owner);
    agreed = loadAgreed(owner);
    tell();
  }
  return openCart(userId);
}

/** Applies what the server has written into the cookie since, after an order. */
export async function adoptServerCart(): Promise<void> {
  if (hasServerWritten()) await openCart(owner);
}

/** How many are in the cart now, and the room that limited it; `limited` if fewer than wanted were added. */
export type Added = { now: number; room: CartRoom; limited: boolean };

/** Adds to the cart, up to what fits; null if a full cart accepts no further product. */
export function addToCart(product: CartProduct, quantity: number): Added | null {
  const present = items.find((item) => item.productId === product.id);
  if (!present && items.length >= MAXIMUM_LINES) return null;
  const before = present?.quantity ?? 0;
  const room = roomFor(product);
  const now = Math.max(before, Math.min(before + quantity, room.most, MAXIMUM_QUANTITY));
  if (now > before) {
    const item = asItem({ ...product, counts: product.counts ?? present?.counts }, now);
    save(present ? items.map((each) => (each === present ? item : each)) : [...items, item]);
  }
  return { now, room, limited: now < before + quantity };
}

/**
 * Asks the server about what the browser did not know when it added: the limits on a page of cards, whether there are
 * more than a few. Lowers the
 * line to what fits and returns how; null if it fits, and when the server cannot be reached: checkout decides.
 */
export async function confirmRoom(productId: number): Promise<Omit<Added, 'limited'> | null> {
  const isFew = items.every((item) => item.productId !== productId || item.quantity <= FEW_LEFT);
  if (isFew && knownRules() && items.every((item) => item.counts !== undefined)) return null;
  const known = await lookUp(linesOf(items)).catch((): CartProduct[] => []);
  const counts = new Map(known.map((product) => [product.id, product.counts]));
  const found = known.find((product) => product.id === productId);
  const learned = items.map((item) => ({
    ...item,
    counts: counts.get(item.productId) ?? item.counts ?? null,
  }));
  if (known.length > 0) save(learned);
  const line = items.find((item) => item.productId === productId);
  if (!found || !line) return null;
  const room = roomFor(found);
  if (line.quantity <= room.most) return null;
  if (room.most < 1) removeFromCart(productId);
  else setQuantity(productId, room.most, room.most);
  return { now: room.most, room };
}

/** Sets a line's quantity, at least 1. */
export function setQuantity(productId: number, quantity: number, available: number): void {
  save(
    items.map((item) =>
      item.productId === productId
        ? { ...item, quantity: clampQuantity(quantity, available), wanted: undefined }
        : item,
    ),
  );
}

/** Records what the customer has now been shown: today's names and prices, and no more units than available. */
export function refreshCart(products: readonly CartProduct[]): void {
  const known = new Map(products.map((product) => [product.id, product]));
  save(
    items.map((item) => {
      const product = known.get(item.productId);
      if (!product) return item;
      const quantity =
        product.available > 0 ? clampQuantity(item.quantity, product.available) : item.quantity;
      return asItem(product, quantity);
    }),
  );
}

/** Removes a line; the returned function restores it in place while there is room. */
export function removeFromCart(productId: number): () => void {
  const index = items.findIndex((item) => item.productId === productId);
  const removed = items[index];
  save(items.filter((item) => item.productId !== productId));
  return () => {
    if (!removed || items.length >= MAXIMUM_LINES || items.some((item) => item.productId === productId))
      return;
    save([...items.slice(0, index), removed, ...items.slice(index)]);
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const fromOtherTab = (event: StorageEvent) => {
    if (!ready || event.key !== storageKey(owner)) return;
    items = loadItems(owner);
    agreed = loadAgreed(owner);
    listener();
  };
  window.addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromOtherTab);
  };
}

/** The cart's items; an empty list on the server and before hydration. */
export function useCart(): readonly StoredCartItem[] {
  return useSyncExternalStore(
    subscribe,
    () => items,
    () => empty,
  );
}

/** How many units of a product are in the cart; 0 on the server and before hydration. */
export function useUnitsInCart(productId: number): number {
  return useSyncExternalStore(
    subscribe,
    () => unitsInCart(productId),
    () => 0,
  );
}

/** The same at the moment of the call, for what a press does. */
export function unitsInCart(productId: number): number {
  return items.find((item) => item.productId === productId)?.quantity ?? 0;
}

/** Whether the cart is open; until then the server's version is the better one. */
export function useCartReady(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => ready,
    () => false,
  );
}

/** For pages that show the cart: opening one takes over what another device of the customer has saved. */
export function useAccountCart(): void {
  const isReady = useCartReady();
  useEffect(() => {
    if (!isReady) return;
    void followAccountCart();
    return onPageReturn(() => void followAccountCart());
  }, [isReady]);
}
