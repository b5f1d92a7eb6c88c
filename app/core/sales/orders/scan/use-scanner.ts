/** Reads what a USB scanner types on a page, whatever has the focus. */
import { useEffect, useRef } from 'react';
import type { Keystroke } from './keystrokes.ts';
import { listenForScans, type Reader } from './scanner-keys.ts';

/**
 * Calls `onScan` with what was scanned; of several parts of a page, the one that came last is called. Where nothing takes
 * characters the keys of a scan reach no button, link or shortcut. In a field they are taken out of it again.
 * @param how `typesIntoFields`: in a field they stay, and send no form
 */
export function useScanner(onScan: Reader, { typesIntoFields = false } = {}): void {
  const latest = useRef(onScan);
  useEffect(() => {
    latest.current = onScan;
  }, [onScan]);
  useEffect(
    () => listenForScans({ read: (text) => latest.current(text), typesIntoFields }),
    [typesIntoFields],
  );
}

/** Calls `onKeys` with all keys of each scan, whatever they are, and reads none. */
export function useScannerKeys(onKeys: (keys: readonly Keystroke[]) => void): void {
  const latest = useRef(onKeys);
  useEffect(() => {
    latest.current = onKeys;
  }, [onKeys]);
  useEffect(
    () =>
      listenForScans({
        read: () => undefined,
        typesIntoFields: false,
        learn: (keys) => latest.current(keys),
      }),
    [],
  );
}
