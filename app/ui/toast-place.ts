/**
 * Computes where toasts go: at the bottom edge, or the lowest place above it where they cover no controls, no other
 * message, and not what they are about.
 */

export type Box = { left: number; right: number; top: number; bottom: number };
/** An element on the screen, and how important it is not to cover it. */
export type Obstacle = Box & { weight: number };

/** Space between the toasts and their neighbors, in pixels. */
const GAP = 8;
/** The focused element and bars at an edge: these matter more than anything else nearby. */
const NEVER = 1000;

/**
 * The distance of the toasts from the top, in pixels. They stay in place while they cover nothing there; if no place is
 * free, this picks the one that covers the least.
 */
export function placeOf(
  messages: { height: number; left: number; right: number; top: number },
  screen: { height: number },
  obstacles: readonly Obstacle[],
): number {
  const { height, left, right } = messages;
  const near = obstacles.filter((box) => box.left < right && box.right > left);
  const highest = GAP;
  const lowest = Math.max(highest, screen.height - height - 2 * GAP);
  const above = near.map((box) => box.top - height - GAP).sort((one, other) => other - one);
  const tops = [messages.top, lowest, ...above, highest].filter((top) => top >= highest && top <= lowest);
  const cost = (top: number) =>
    near.reduce((sum, box) => (box.top < top + height && box.bottom > top ? sum + box.weight : sum), 0);
  let best = lowest;
  let least = Number.POSITIVE_INFINITY;
  for (const top of tops) {
    const costs = cost(top);
    if (costs < least) [best, least] = [top, costs];
  }
  return best;
}

/** The page's own messages, and its heading, whose status a toast often describes. */
const WORDS = 'main h1, main :is([role="alert"], [role="status"])';
/** Outweighs a few covered controls. */
const IMPORTANT = 20;

const CONTROLS = 'a[href], button, input, select, textarea, summary, label[for], [role="button"]';
const EDGES = 'header, [data-bottom-bar], .thumb-bar, .floating';

/** What a press is about: the row, card or entry around the pressed control, otherwise the control itself. */
export function subjectOf(pressed: Element | null): Element | null {
  if (!pressed || pressed === document.body) return null;
  return pressed.closest('tr, li, article, fieldset') ?? pressed;
}

/**
 * Everything on the screen that toasts must not cover: controls, other messages, and their `subjects`. Excludes what is
 * inside `messages`. Browser only.
 */
export function whatMustStayClear(messages: Element, subjects: readonly Element[]): Obstacle[] {
  const focused = document.activeElement;
  const found: Obstacle[] = [];
  const add = (element: Element, weight: number) => {
    if (messages.contains(element)) return;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isSeen = right > left && bottom > top && bottom > 0 && top < innerHeight;
    if (isSeen) found.push({ left, right, top, bottom, weight });
  };
  for (const element of document.querySelectorAll(EDGES)) add(element, NEVER);
  for (const element of document.querySelectorAll(CONTROLS)) add(element, 1);
  for (const element of document.querySelectorAll(WORDS)) add(element, IMPORTANT);
  for (const element of subjects) if (element.isConnected) add(element, IMPORTANT);
  if (focused?.matches(CONTROLS)) add(focused, NEVER);
  // A page focuses what is new, such as the heading of an entry that was just saved.
  const entry = focused?.matches(CONTROLS) ? null : subjectOf(focused);
  if (entry) add(entry, IMPORTANT);
  return found;
}
