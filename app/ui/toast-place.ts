/**
 * Computes where toasts go. Each kind of screen has one place for them:
 * - a page, of the shop or the office: the bottom edge, above the bars that stay there;
 * - a page with a dialog open: the top edge, because a dialog has its buttons at the bottom.
 * Only where they would lie on what they are about do they go to the opposite edge, and where they would cover a heading or
 * a control at both, right beside what they would cover.
 */

export type Box = { left: number; right: number; top: number; bottom: number };
/** An element on the screen, and how important it is not to cover it; Infinity for the bars at an edge. */
export type Obstacle = Box & { weight: number };

/** Space between the toasts and their neighbors, in pixels. */
const GAP = 8;
/** The control just pressed, and the one that has the focus. */
const CONTROL = 100;
/** The page's heading, whose status a toast often describes, and the page's own messages. */
const WORDS = 20;
/** The row, card or entry of the control just pressed. */
const ENTRY = 1;

type Place = {
  /** The toasts now; `top` is null until they have been placed. */
  messages: { height: number; left: number; right: number; top: number | null };
  screen: { height: number };
  isInDialog: boolean;
};

/** The distance of the toasts from the top, in pixels. They stay at their edge while they cover nothing important there. */
export function placeOf({ messages, screen, isInDialog }: Place, obstacles: readonly Obstacle[]): number {
  const { height, left, right } = messages;
  const near = obstacles.filter((box) => box.left < right && box.right > left);
  const bars = near.filter(({ weight }) => weight === Number.POSITIVE_INFINITY);
  const middle = screen.height / 2;
  const above = bars.filter((bar) => bar.top < middle).map((bar) => bar.bottom + GAP);
  const below = bars.filter((bar) => bar.top >= middle).map((bar) => bar.top - GAP);
  const top = Math.max(GAP, ...above);
  const bottom = Math.max(GAP, Math.min(screen.height - 2 * GAP, ...below) - height);
  const [usual, other] = isInDialog ? [top, bottom] : [bottom, top];
  const cost = (at: number) =>
    near.reduce((sum, box) => (box.top < at + height && box.bottom > at ? sum + box.weight : sum), 0);
  const [first, second] = messages.top === other ? [other, usual] : [usual, other];
  const edge = cost(second) < cost(first) ? second : first;
  if (cost(edge) < WORDS) return edge;
  const beside = near
    .flatMap((box) => [box.top - GAP - height, box.bottom + GAP])
    .filter((at) => at >= top && at <= bottom && cost(at) < cost(edge))
    .toSorted((one, two) => cost(one) - cost(two) || Math.abs(one - usual) - Math.abs(two - usual));
  return beside[0] ?? edge;
}

const HEADING_AND_MESSAGES =
  'main h1, dialog:modal :is(h1, h2), :is(main, dialog:modal) :is([role="alert"], [role="status"])';
/** Controls that are pressed right after the one that a message answers. */
const NEXT = 'main [data-pressed-next], dialog:modal [type="submit"]';
const BARS = 'header, [data-bottom-bar], .floating';

/**
 * Everything on the screen that toasts must not cover: bars, heading, other messages, the focus, and the controls whose
 * presses they answer or that are pressed next. Excludes what is inside `messages`. Browser only.
 */
export function whatMustStayClear(messages: Element, pressed: readonly Element[]): Obstacle[] {
  const found: Obstacle[] = [];
  const add = (element: Element | null, weight: number) => {
    if (!element?.isConnected || element === document.body || messages.contains(element)) return;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isSeen = right > left && bottom > top && bottom > 0 && top < innerHeight;
    if (isSeen) found.push({ left, right, top, bottom, weight });
  };
  // A dialog lies over the bars of its page.
  const seen = document.querySelector('dialog:modal') ?? document;
  for (const element of seen.querySelectorAll(BARS)) add(element, Number.POSITIVE_INFINITY);
  for (const element of seen.querySelectorAll(HEADING_AND_MESSAGES)) add(element, WORDS);
  for (const element of seen.querySelectorAll(NEXT)) add(element, CONTROL);
  for (const element of new Set([...pressed, document.activeElement])) {
    // A page focuses its content or a new entry, which may fill the screen.
    add(element, element instanceof HTMLElement && element.tabIndex >= 0 ? CONTROL : ENTRY);
    add(element?.closest('tr, li, article, fieldset') ?? null, ENTRY);
  }
  return found;
}
