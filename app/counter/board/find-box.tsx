/** Renders the search of the board. A scanner types a pass into it and presses Enter, wherever the focus is. */
import { useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { isTyping } from '#ui/commands/shortcuts.ts';
import { Search } from '#ui/icons.ts';

/** A scanner types faster than a person: keys closer together than this belong to one scan. Milliseconds. */
const SCAN_GAP_MS = 40;

export function FindBox({ find }: { find: string }) {
  const input = useRef<HTMLInputElement>(null);
  const isBusy = useNavigation().formData?.get('intent') === 'find';
  useScanner(input);
  return (
    <search className="min-w-0 grow basis-72">
      <Form method="post" className="flex gap-2">
        <input type="hidden" name="intent" value="find" />
        <input
          key={find}
          ref={input}
          type="search"
          name="find"
          defaultValue={find}
          maxLength={100}
          aria-label="Scan a pass, or search by name, phone or order number"
          placeholder="Scan a pass, or type a name, phone or number"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-keyshortcuts="/"
          className="min-h-12 w-full min-w-0 rounded-control bg-surface px-4 text-base inset-ring inset-ring-ink/35 placeholder:text-ink-soft"
        />
        <button
          type="submit"
          className="button button-normal button-secondary min-h-12"
          aria-busy={isBusy || undefined}
        >
          <Search aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">Search</span>
        </button>
      </Form>
    </search>
  );
}

/** Sends what a scanner types to the search while no field has the focus. '/' moves the focus there, Escape away. */
function useScanner(input: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    let typed = '';
    let lastAt = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      const field = input.current;
      if (!field || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (document.querySelector('dialog[open]')) return;
      if (event.key === 'Escape' && event.target === field) return field.blur();
      if (isTyping(event.target instanceof Element ? event.target : null)) return;
      if (event.key === '/') {
        event.preventDefault();
        field.focus();
        return field.select();
      }
      const at = event.timeStamp;
      if (at - lastAt > SCAN_GAP_MS) typed = '';
      lastAt = at;
      if (event.key.length === 1) {
        typed += event.key;
        // A second fast key: these are not the shortcuts of a person.
        if (typed.length > 1) event.stopImmediatePropagation();
      } else if (event.key === 'Enter' && typed.length >= 6) {
        event.preventDefault();
        event.stopImmediatePropagation();
        field.value = typed;
        typed = '';
        field.form?.requestSubmit();
      }
    };
    // Before the keys of the page's cards.
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [input]);
}
