/** Where messages lie: at the bottom edge, or the lowest place above it where they cover nothing that can be pressed. */

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

const CONTROLS = 'a[href], button, input, select, textarea, summary, label[for], [role="button"]';
const EDGES = 'header, [data-bottom-bar], .thumb-bar, .floating';

/** Everything on the screen that can be pressed, besides what lies in `messages` itself. Runs in the browser alone. */
export function whatCanBePressed(messages: Element): Obstacle[] {
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
  if (focused?.matches(CONTROLS)) add(focused, NEVER);
  return found;
}
