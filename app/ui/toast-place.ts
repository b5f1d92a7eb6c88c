/**
 * Where messages lie: at the bottom edge, or the lowest place above it where they cover nothing that can be pressed, no
 * other message, and not what they are about.
 */

export type Box = { left: number; right: number; top: number; bottom: number };
/** What stands on the screen, and how much it matters that it stays uncovered. */
export type Obstacle = Box & { weight: number };

/** Between the messages and what is next to them, in pixels. */
const GAP = 8;
/** What has the focus, and what is always at an edge: a page is done with these, whatever else is near. */
const NEVER = 1000;

/**
 * The distance of the messages from the top, in pixels. They stay where they are while they cover nothing there;
 * where no place is free, the one with the least beneath it is taken.
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

/** The page's own messages and its heading, whose state a message often tells. */
const WORDS = 'main h1, main :is([role="alert"], [role="status"])';
/** More than a few controls in the way. */
const IMPORTANT = 20;

const CONTROLS = 'a[href], button, input, select, textarea, summary, label[for], [role="button"]';
const EDGES = 'header, [data-bottom-bar], .thumb-bar, .floating';

/** What a press is about: the row, card or entry around what was pressed, else the control itself. */
export function subjectOf(pressed: Element | null): Element | null {
  if (!pressed || pressed === document.body) return null;
  return pressed.closest('tr, li, article, fieldset') ?? pressed;
}

/**
 * Everything on the screen that messages must not cover: what can be pressed, other messages, and their `subjects`.
 * What lies in `messages` itself is left out. Runs in the browser alone.
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
  // A page puts the focus on what is new, such as the heading of an entry that was just saved.
  const entry = focused?.matches(CONTROLS) ? null : subjectOf(focused);
  if (entry) add(entry, IMPORTANT);
  return found;
}
