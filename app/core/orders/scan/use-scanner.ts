/** Listens for a USB scanner on a page, whatever has the focus. */
import { useEffect, useRef } from 'react';
import { type Keystroke, looksScanned, readScan, SCAN_PAUSE, waitAfter } from './keystrokes.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Calls `onScan` with what was scanned. As soon as keys come as fast as a scanner's they reach no field, button or
 * shortcut, and the few that reached a field before are taken out of it again.
 */
export function useScanner(onScan: (text: string) => void): void {
  const latest = useRef(onScan);
  useEffect(() => {
    latest.current = onScan;
  }, [onScan]);
  useEffect(() => {
    let keys: Keystroke[] = [];
    let field: { control: TextControl; value: string } | null = null;
    let pause: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      const scan = readScan(keys);
      if (scan && field) restore(field.control, field.value);
      keys = [];
      field = null;
      if (scan) latest.current(scan.text);
    };
    const press = (event: KeyboardEvent) => {
      if (event.repeat || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
      const last = keys.at(-1);
      // The timer may be late on a busy device.
      if (last && event.timeStamp - last.at >= SCAN_PAUSE) end();
      if (keys.length === 0) field = controlOf(event.target);
      keys.push({ key: event.key, at: event.timeStamp });
      clearTimeout(pause);
      pause = setTimeout(end, waitAfter(keys));
      if (!looksScanned(keys)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', press, true);
    return () => {
      clearTimeout(pause);
      window.removeEventListener('keydown', press, true);
    };
  }, []);
}

function controlOf(target: EventTarget | null): { control: TextControl; value: string } | null {
  return target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
    ? { control: target, value: target.value }
    : null;
}

/** Sets the value past React's own bookkeeping, so that the event below reaches `onInput`. */
function restore(control: TextControl, value: string): void {
  if (control.value === value) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}
