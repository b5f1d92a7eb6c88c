/**
 * Renders the forms that the buttons of all cards of a page send, each once: forms of their own were a third of the
 * elements of a card. A button names its form and the product.
 */
import type { MarkIntent } from '#core/goods/favorites/mark.ts';

/** Where the heart and 'Notify me' go. */
export const MARKS = '/api/favorites';

/** The id of the form that adds to the cart. */
export const TO_CART = 'to-cart';

/** What buttons of a page can do with a mark; the list of favorites alone forgets. */
export type PressedMark = Exclude<MarkIntent, 'forget'>;

const pressedMarks: readonly PressedMark[] = ['add', 'remove', 'notify', 'stop'];

/** The id of the form that changes a mark. */
export const formOfMark = (intent: PressedMark): string => `mark-${intent}`;

export function CardForms() {
  return (
    <>
      <CardForm id={TO_CART} action="/cart" intent="add" />
      {pressedMarks.map((intent) => (
        <CardForm key={intent} id={formOfMark(intent)} action={MARKS} intent={intent} />
      ))}
    </>
  );
}

function CardForm({ id, action, intent }: { id: string; action: string; intent: string }) {
  return (
    <form id={id} method="post" action={action} hidden>
      <input type="hidden" name="intent" value={intent} />
    </form>
  );
}
