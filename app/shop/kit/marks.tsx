/**
 * Renders the heart and 'Notify me'. Both send a form, so they work without scripts; with scripts they change at once
 * and the page stays. Guests are asked to sign in, and the pressed action runs afterwards.
 */
import { createContext, type MouseEvent, type ReactNode, useContext, useMemo, useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { Mark } from '#core/goods/catalogue/products/ui/product-card.tsx';
import type { Marks } from '#core/goods/favorites/mark.ts';
import { Button } from '#ui/button.tsx';
import { Bell, BellOff } from '#ui/icons.ts';
import { useToast } from '#ui/toast.tsx';
import { CardForms, formOfMark, MARKS, type PressedMark } from './card-forms.tsx';

/** What the route answers to scripts; `login`: where a guest signs in first. */
export type MarkAnswer = { ok: boolean; message: string; login?: string };

type Known = { favorites: ReadonlySet<number>; waiting: ReadonlySet<number> };
const nothing: Known = { favorites: new Set(), waiting: new Set() };
const MarksContext = createContext<Known>(nothing);

/** The products the person has marked, null for guests; and the forms of the buttons within. */
export function MarksProvider({ marks, children }: { marks: Marks | null; children: ReactNode }) {
  const known = useMemo(
    () =>
      marks === null ? nothing : { favorites: new Set(marks.favorites), waiting: new Set(marks.waiting) },
    [marks],
  );
  return (
    <MarksContext value={known}>
      {children}
      <CardForms />
    </MarksContext>
  );
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

/**
 * Until the page has the new state, shows the one that the press asked for. Sends by itself, not through the router:
 * without a network the router cannot load the route, and leaves the page.
 */
function useMark(product: Product) {
  const [pressed, setPressed] = useState<PressedMark | null>(null);
  const { show } = useToast();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const answers = useRef<Promise<MarkAnswer | null>>(Promise.resolve(null));
  const send = async (intent: PressedMark) => {
    setPressed(intent);
    const fields = { productId: String(product.id), intent, stay: 'yes' };
    // A press during another is sent after it, so that the last one decides; of a guest's presses the first leads away.
    const answer = answers.current.then((before) => (before?.login ? before : answerTo(fields)));
    answers.current = answer;
    const isLast = () => answers.current === answer;
    const { ok, message, login } = await answer;
    if (!isLast()) return;
    if (!ok) setPressed(null);
    if (login) return navigate(login);
    show(message, { tone: ok ? 'success' : 'error' });
    // After a refusal, too: the product may be in stock again.
    await revalidate();
    if (isLast()) setPressed(null);
  };
  const button = (intent: PressedMark) =>
    ({
      type: 'submit',
      form: formOfMark(intent),
      name: 'productId',
      value: product.id,
      onClick: (event: MouseEvent) => {
        event.preventDefault();
        void send(intent);
      },
    }) as const;
  return { button, pressed };
}

async function answerTo(fields: Record<string, string>): Promise<MarkAnswer> {
  const answer = await fetch(MARKS, { method: 'POST', body: new URLSearchParams(fields) })
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null);
  return answer ?? { ok: false, message: 'Not saved. Try again.' };
}

/** @param isStored whether the product is a favorite already */
export function FavoriteButton({
  product,
  isStored,
  className = '',
}: {
  product: Product;
  isStored: boolean;
  className?: string;
}) {
  const { button, pressed } = useMark(product);
  const isFavorite = pressed === null ? isStored : pressed === 'add';
  return (
    <button
      {...button(isFavorite ? 'remove' : 'add')}
      aria-pressed={isFavorite}
      aria-label={`Favorite: ${product.name}`}
      className={`heart-button ${className}`.trimEnd()}
    />
  );
}

/**
 * For sold-out products.
 * @param isStored whether the person waits for the product already
 */
export function NotifyMe({
  product,
  isStored,
  className = '',
}: {
  product: Product;
  isStored: boolean;
  className?: string;
}) {
  const { button, pressed } = useMark(product);
  const isWaiting = pressed === null ? isStored : pressed === 'notify';
  return (
    <Button
      {...button(isWaiting ? 'stop' : 'notify')}
      rank="secondary"
      aria-label={`${isWaiting ? 'Cancel alert' : 'Notify me'}: ${product.name}`}
      className={`w-full ${className}`.trimEnd()}
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
  );
}
