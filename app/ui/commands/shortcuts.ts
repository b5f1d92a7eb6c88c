/** Matches keys and key sequences to shortcuts. Pure: the time is passed in. */

/** The second key of a sequence must follow within this time. */
const SEQUENCE_MS = 1_500;

/** A key as the browser reports it; `isTyping` checks where it was pressed. */
export type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; repeat: boolean };

/** Tracks key presses and returns the shortcut that was just completed. */
export class ShortcutReader {
  readonly #shortcuts: ReadonlySet<string>;
  #first: { key: string; at: number } | null = null;

  /** @param shortcuts 'p', 'g o' … A key that starts a sequence cannot be a shortcut by itself. */
  constructor(shortcuts: Iterable<string>) {
    this.#shortcuts = new Set(shortcuts);
  }

  /** @param now in ms. Returns null when no shortcut is complete. */
  press({ key, ctrlKey, metaKey, altKey, repeat }: Pressed, now: number): string | null {
    // Shift is allowed: many keyboards need it for '?'.
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

/** Elements people type into, as far as the browser says so. */
const typesInto =
  'input:not([type=checkbox],[type=radio],[type=button],[type=submit],[type=reset],[type=file],[type=range],[type=color]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox], [role=searchbox]';

/** Whether a key pressed there belongs to a text field or an open dialog instead of the page. */
export function isTyping(target: { closest(selector: string): unknown } | null): boolean {
  return (
    target !== null && target.closest(`${typesInto}, dialog[open], [role=menu], [role=listbox]`) !== null
  );
}

/** A shortcut's keys for display: 'g o' is G then O. */
export function keysOf(shortcut: string): string[] {
  return shortcut.split(' ').map((key) => key.toUpperCase());
}
