/**
 * Listens for a USB scanner on a page, whatever has the focus. There is one listener for all parts of a page:
 * the keys of a scan must not end with the part that had them first.
 */
import { takeOverFromEarlyScan } from './early-scan.ts';
import {
  AFTERMATH,
  aftermathOf,
  areOnlyPresses,
  areShortcuts,
  type Focus,
  isHeld,
  isSuspected,
  type Keystroke,
  pauseAfter,
  readScan,
  SCAN_PAUSE,
  waitAfter,
} from './keystrokes.ts';
import { ownProfile } from './own-profile.ts';
import { keystrokeOf, withoutOwnPrefix } from './scanner-profile.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The field that keys go into, with what it contained before them. */
type Field = { control: TextControl; value: string };

/** Does something with a scan; what it promises is done before anything else is pressed. */
export type Reader = (text: string) => void | Promise<void>;

/**
 * `typesIntoFields`: what is scanned into a field stays there, as if it were typed, but sends no form. Otherwise it is
 * taken out and read.
 */
type Listening = {
  read: Reader;
  typesIntoFields: boolean;
  /** Learns how the scanner types: gets the keys instead, with every control key held back. */
  learn?: ((keys: readonly Keystroke[]) => void) | undefined;
};

/** Of these, the one that came last reads the scans. */
const readers: Listening[] = [];
const learns = () => readers.at(-1)?.learn;
const typesIntoFields = () => focus !== 'page' && readers.at(-1)?.typesIntoFields === true;

let keys: Keystroke[] = [];
let focus: Focus = 'page';
let field: Field | null = null;
/** What ended because no key came, and was no scan. A busy device delivers keys late: the next may belong to it. */
let ended: { keys: Keystroke[]; focus: Focus; field: Field | null } | null = null;
/** Keys that were held back, to be pressed after all if a person pressed them. */
let held: { event: KeyboardEvent; target: EventTarget | null }[] = [];
const pressedAgain = new WeakSet<Event>();
/** Keys that are down and whose release is held back, too: Space presses a button when it is released. */
const heldDown = new Set<string>();
let aftermath = 0;
/** Until when presses wait for the answer to a scan, which another request would interrupt. */
let answered = 0;
let pause: ReturnType<typeof setTimeout> | undefined;

/** Gives scans to this reader, and holds their keys back from the page. @returns how to stop */
export function listenForScans(listening: Listening): () => void {
  if (readers.push(listening) === 1) {
    aftermath = Math.max(aftermath, takeOverFromEarlyScan(AFTERMATH));
    window.addEventListener('keydown', press, true);
    window.addEventListener('keyup', release, true);
    window.addEventListener('click', click, true);
  }
  return () => {
    readers.splice(readers.indexOf(listening), 1);
    if (readers.length > 0) return;
    clearTimeout(pause);
    keys = [];
    held = [];
    ended = null;
    window.removeEventListener('keydown', press, true);
    window.removeEventListener('keyup', release, true);
    window.removeEventListener('click', click, true);
  };
}

function press(event: KeyboardEvent): void {
  if (pressedAgain.has(event) || event.isComposing || event.altKey || event.metaKey) return;
  const { timeStamp: at } = event;
  const last = keys.at(-1);
  // The timer may be late on a busy device.
  if (last && at - last.at >= pauseAfter(keys)) end();
  const stroke = keystrokeOf(event, at, ownProfile());
  if (event.ctrlKey) pressControl(event, stroke);
  else if (stroke.key !== '' && !event.repeat) pressCharacter(event, stroke);
  // A scanner presses Shift for capitals; only a person presses an arrow or Backspace.
  else if (event.key !== 'Shift' && !event.repeat) {
    end();
    ended = null;
  }
}

/** Goes on with what ended, if by its own time the key belongs to it. */
function resume({ timeStamp: at, target }: KeyboardEvent): void {
  const last = ended?.keys.at(-1);
  const isSamePlace = ended?.field?.control === fieldOf(target)?.control;
  if (ended && last && isSamePlace && at - last.at < pauseAfter(ended.keys)) ({ keys, focus, field } = ended);
  ended = null;
}

function pressCharacter(event: KeyboardEvent, stroke: Keystroke): void {
  const { target } = event;
  const { key, at } = stroke;
  resume(event);
  if (keys.length === 0 && at < aftermath && /^(?:Enter|Tab| )$/.test(key)) {
    hold(event);
    return;
  }
  // Tab led to another field, and what follows is typed there.
  if (keys.length > 0 && areOnlyPresses(keys) && fieldOf(target)?.control !== field?.control) end();
  if (keys.length === 0) [focus, field] = [focusOf(target), fieldOf(target)];
  keys.push(stroke);
  wait();
  if (!isHeld(keys, focus) || (typesIntoFields() && !sendsForm(event))) return;
  held.push({ event, target });
  hold(event);
}

/** Whether this key sends a form to be done; a search is what a scan in its field is for. */
const sendsForm = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Enter' && target instanceof HTMLInputElement && target.form?.method === 'post';

/** Scanners send control characters as Ctrl with a letter, which are shortcuts of the browser: Ctrl+J opens its downloads. */
function pressControl(event: KeyboardEvent, stroke: Keystroke): void {
  if (event.key === 'Control') return;
  resume(event);
  // Ctrl+B is the sign before a code. People need none of what it does here.
  const letter = event.key.toLowerCase();
  const isPrefix =
    !event.shiftKey && (letter === 'b' || learns() || (ownProfile()?.controls.includes(letter) ?? false));
  const isDuring = focus === 'page' ? keys.length > 0 : isSuspected(keys, focus);
  if (!(isPrefix || isDuring || event.timeStamp < aftermath)) return;
  if (isDuring || learns()) {
    if (keys.length === 0) [focus, field] = [focusOf(event.target), fieldOf(event.target)];
    keys.push(stroke);
    wait();
  }
  hold(event);
}

function wait(): void {
  clearTimeout(pause);
  const ms = waitAfter(keys);
  const due = performance.now() + ms;
  pause = setTimeout(() => {
    // What kept the device from this may have kept keys from coming, too.
    if (performance.now() - due > SCAN_PAUSE / 4) return wait();
    const early = { keys, focus, field };
    const isScan = readScan(keys, focus) !== null;
    end();
    if (!isScan && readers.length > 0) ended = early;
  }, ms);
}

function release(event: KeyboardEvent): void {
  if (!heldDown.delete(event.code || event.key)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Fewer keys are a person's: nothing is learned from them. */
const FEWEST_LEARNED = 8;

/** The longest that presses wait for the answer to a scan, in milliseconds. */
const LONGEST_ANSWER = 1500;

/** Between the first key of a scan and its answer nothing else acts. */
function click(event: MouseEvent): void {
  const last = keys.at(-1);
  // The Enter of a search presses its button.
  const isDuring =
    last && !typesIntoFields() && event.timeStamp - last.at < SCAN_PAUSE && isSuspected(keys, focus);
  if (!event.isTrusted || !(isDuring || event.timeStamp < answered)) return;
  event.preventDefault();
  event.stopPropagation();
}

function hold(event: KeyboardEvent): void {
  heldDown.add(event.code || event.key);
  event.preventDefault();
  event.stopPropagation();
}

function end(): void {
  clearTimeout(pause);
  const scan = readScan(keys, focus);
  const before = held;
  const isAftermath = (keys[0]?.at ?? 0) < aftermath;
  const isTyped = typesIntoFields();
  if (scan && field && !isTyped) restore(field.control, field.value);
  if (!scan && focus === 'page' && !isAftermath && areShortcuts(keys)) before.forEach(pressAgain);
  aftermath = Math.max(aftermath, aftermathOf(keys, focus));
  if (keys.length >= FEWEST_LEARNED) learns()?.(keys);
  const isLearned = learns() !== undefined;
  keys = [];
  held = [];
  field = null;
  if (!scan || isTyped || isLearned) return;
  const answer = readers.at(-1)?.read(withoutOwnPrefix(scan.text, ownProfile()));
  if (!answer) return;
  answered = performance.now() + LONGEST_ANSWER;
  void answer.finally(() => {
    answered = 0;
  });
}

/** Only shortcuts hear it: the browser does nothing with a key that a page presses. */
function pressAgain({ event, target }: (typeof held)[number]): void {
  if (event.key === 'Tab' || !target) return;
  const { key, code, shiftKey } = event;
  const again = new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true });
  pressedAgain.add(again);
  target.dispatchEvent(again);
}

const notTyped = /^(?:button|checkbox|color|file|image|radio|range|reset|submit)$/;
const amounts = /^(?:decimal|numeric)$/;
const dated = /^(?:date|datetime-local|month|time|week)$/;

function focusOf(target: EventTarget | null): Focus {
  if (target instanceof HTMLInputElement) {
    if (notTyped.test(target.type)) return 'page';
    if (dated.test(target.type)) return 'date';
    if (target.type === 'password') return 'text';
    return target.type === 'number' || amounts.test(target.inputMode) ? 'amount' : 'text';
  }
  const takesText =
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable);
  return takesText ? 'text' : 'page';
}

function fieldOf(target: EventTarget | null): Field | null {
  const isField =
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement;
  return isField && focusOf(target) !== 'page' ? { control: target, value: target.value } : null;
}

/** Sets the value past React's own bookkeeping, so that the event below reaches `onInput`. */
function restore(control: TextControl, value: string): void {
  if (control.value === value) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}
