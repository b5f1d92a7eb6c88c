/** Keys and sequences of keys, and what they stand for. Pure: the clock comes in. */

/** The second key of a sequence must follow within this time. */
const SEQUENCE_MS = 1_500;

/** A key as the browser reports it; where it was pressed is asked by `isTyping`. */
export type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; repeat: boolean };

/** Follows what is pressed; answers the shortcut that has just been completed. */
export class ShortcutReader {
  readonly #shortcuts: ReadonlySet<string>;
  #first: { key: string; at: number } | null = null;

  /** @param shortcuts 'p', 'g o' … A key that begins a sequence is no shortcut of its own. */
  constructor(shortcuts: Iterable<string>) {
    this.#shortcuts = new Set(shortcuts);
  }

  /** @param now in ms. null when nothing is complete. */
  press({ key, ctrlKey, metaKey, altKey, repeat }: Pressed, now: number): string | null {
    // Shift is let through: on many keyboards '?' needs it.
    if (ctrlKey || metaKey || altKey || repeat || key.length !== 1) {
      if (key !== 'Shift') this.#first = null;
      return null;
    }
    const pressed = key.toLowerCase();
    const first = this.#first && now - this.#first.at <= SEQUENCE_MS ? this.#first.key : null;
    this.#first = null;
    if (first !== null && this.#shortcuts.has(`${first} ${pressed}`)) return `${first} ${pressed}`;
    if ([...this.#shortcuts].some((shortcut) => shortcut.startsWith(`${pressed} `))) {
      this.#first = { key: pressed, at: now };
      return null;
    }
    return this.#shortcuts.has(pressed) ? pressed : null;
  }
}

/** Ctrl+K, or Cmd+K on a Mac. */
export function opensPalette({ key, ctrlKey, metaKey, altKey }: Pressed): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey;
}

/** What people type into, as far as a browser says so. */
const typesInto =
  'input:not([type=checkbox],[type=radio],[type=button],[type=submit],[type=reset],[type=file],[type=range],[type=color]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox], [role=searchbox]';

/** Whether a key pressed there belongs to what is being typed, or to an open dialog, and not to the page. */
export function isTyping(target: { closest(selector: string): unknown } | null): boolean {
  return (
    target !== null && target.closest(`${typesInto}, dialog[open], [role=menu], [role=listbox]`) !== null
  );
}

/** A shortcut's keys, for showing: 'g o' is G then O. */
export function keysOf(shortcut: string): string[] {
  return shortcut.split(' ').map((key) => key.toUpperCase());
}
