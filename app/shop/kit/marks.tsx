/**
 * Renders the heart and 'Notify me'. Both are forms, so they work without scripts; with scripts they change at once and
 * the page stays. Guests are asked to sign in, and the pressed action runs afterwards.
 */
import { createContext, type ReactNode, type SubmitEvent, useContext, useMemo, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { Mark } from '#core/goods/catalogue/products/ui/product-card.tsx';
import type { MarkIntent, Marks } from '#core/goods/favorites/mark.ts';
import { Button } from '#ui/button.tsx';
import { Bell, BellOff } from '#ui/icons.ts';
import { useToast } from '#ui/toast.tsx';

/** What the route answers to scripts; `login`: where a guest signs in first. */
export type MarkAnswer = { ok: boolean; message: string; login?: string };

type Known = { favorites: ReadonlySet<number>; waiting: ReadonlySet<number> };
const nothing: Known = { favorites: new Set(), waiting: new Set() };
const MarksContext = createContext<Known>(nothing);

/** The products the person has marked; null for guests. */
export function MarksProvider({ marks, children }: { marks: Marks | null; children: ReactNode }) {
  const known = useMemo(
    () =>
      marks === null ? nothing : { favorites: new Set(marks.favorites), waiting: new Set(marks.waiting) },
    [marks],
  );
  return <MarksContext value={known}>{children}</MarksContext>;
}

/** Returns how the person has marked a product. */
export function useMarksOf(): (product: { id: number | null }) => Mark {
  const { favorites, waiting } = useContext(MarksContext);
  return ({ id }) => ({
    isFavorite: id !== null && favorites.has(id),
    isWaiting: id !== null && waiting.has(id),
  });
}

type Product = { id: number; name: string };

const ACTION = '/api/favorites';

/**
 * Until the page has the new state, shows the one that the press asked for. Sends by itself, not through the router:
 * without a network the router cannot load the route, and leaves the page.
 */
function useMark(product: Product) {
  const [pressed, setPressed] = useState<FormDataEntryValue | null>(null);
  const { show } = useToast();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pressed) return;
    const form = new FormData(event.currentTarget);
    form.set('stay', 'yes');
    setPressed(form.get('intent'));
    const { ok, message, login } = await answerTo(form);
    if (!ok) setPressed(null);
    if (login) return navigate(login);
    show(message, { tone: ok ? 'success' : 'error' });
    // After a refusal, too: the product may be in stock again.
    await revalidate();
    setPressed(null);
  };
  const fields = (intent: MarkIntent) => (
    <>
      <input type="hidden" name="productId" value={product.id} />
      <input type="hidden" name="intent" value={intent} />
    </>
  );
  return { formProps: { method: 'post', action: ACTION, onSubmit: send } as const, fields, pressed };
}

async function answerTo(form: FormData): Promise<MarkAnswer> {
  const answer = await fetch(ACTION, { method: 'POST', body: new URLSearchParams(form as never) })
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null);
  return answer ?? { ok: false, message: 'Not saved. Try again.' };
}

/** @param isStored whether the product is a favorite already */
export function FavoriteButton({ product, isStored }: { product: Product; isStored: boolean }) {
  const { formProps, fields, pressed } = useMark(product);
  const isFavorite = pressed === null ? isStored : pressed === 'add';
  return (
    <form {...formProps}>
      {fields(isFavorite ? 'remove' : 'add')}
      <button type="submit" aria-pressed={isFavorite} className="heart-button">
        <svg aria-hidden="true" viewBox="0 0 24 24">
          <path d="M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5" />
        </svg>
        <span className="sr-only">{`Favorite: ${product.name}`}</span>
      </button>
    </form>
  );
}

/**
 * For sold-out products.
 * @param isStored whether the person waits for the product already
 */
export function NotifyMe({ product, isStored }: { product: Product; isStored: boolean }) {
  const { formProps, fields, pressed } = useMark(product);
  const isWaiting = pressed === null ? isStored : pressed === 'notify';
  return (
    <form {...formProps}>
      {fields(isWaiting ? 'stop' : 'notify')}
      <Button
        type="submit"
        rank="secondary"
        aria-label={`${isWaiting ? 'Cancel alert' : 'Notify me'}: ${product.name}`}
        className="w-full"
      >
        {isWaiting ? (
          <>
            <BellOff aria-hidden="true" className="size-4" /> Cancel alert
          </>
        ) : (
          <>
            <Bell aria-hidden="true" className="size-4" /> Notify me
          </>
        )}
      </Button>
    </form>
  );
}
