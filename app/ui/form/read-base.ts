/** Reads what a form began with (`SaveForm` sends it), to say what changed in between. */
import type { Began } from './refusal.ts';

/** Text by field name; empty for whatever is not that. A browser could write anything here: it is only ever compared and shown. */
export function readBase(form: { get(name: string): unknown }): Record<string, string> {
  const sent = form.get('base');
  if (typeof sent !== 'string' || sent.length > 20_000) return {};
  try {
    const base: unknown = JSON.parse(sent);
    if (typeof base !== 'object' || base === null || Array.isArray(base)) return {};
    return Object.fromEntries(
      Object.entries(base).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}

/**
 * For a refusal: version and base as they were sent. The page has read the record anew meanwhile, and with its version
 * the next save would pass over what somebody else saved.
 */
export function readBegan(form: { get(name: string): unknown }): { began?: Began } {
  const version = Number(form.get('version') ?? Number.NaN);
  return Number.isSafeInteger(version) ? { began: { version, base: readBase(form) } } : {};
}
