/** What this tablet learned of its scanner, stored on it. Browser only. */
import { endings, type ScannerProfile } from './scanner-profile.ts';

const STORED = 'counter-scanner';

/** undefined before it was looked up. */
let known: ScannerProfile | null | undefined;

/** null without one, and where a browser stores nothing. */
export function ownProfile(): ScannerProfile | null {
  if (known === undefined) known = read();
  return known;
}

const listeners = new Set<() => void>();

/** @returns how to stop */
export function onProfileChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** @param profile null to forget it */
export function storeProfile(profile: ScannerProfile | null): void {
  known = profile;
  for (const listener of listeners) listener();
  try {
    if (profile) localStorage.setItem(STORED, JSON.stringify(profile));
    else localStorage.removeItem(STORED);
  } catch {
    // It counts until the page is left.
  }
}

function read(): ScannerProfile | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? 'null');
    return isProfile(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Of a release before, or written by hand, it may be anything. */
function isProfile(value: unknown): value is ScannerProfile {
  if (typeof value !== 'object' || value === null) return false;
  const { gap, prefix, ending, controls, byPlace } = value as Record<string, unknown>;
  return (
    typeof gap === 'number' &&
    typeof prefix === 'string' &&
    endings.some((each) => each === ending) &&
    Array.isArray(controls) &&
    typeof byPlace === 'boolean'
  );
}
