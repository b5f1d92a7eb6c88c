/** Reads the values a form started with (`SaveForm` sends them), to show what changed since. */
import type { Began } from './refusal.ts';

/**
 * Text by field name; empty if it is anything else. The browser could send any value: it is only compared and
 * displayed.
 */
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
 * Returns version and base as sent, for a refusal. The page has reloaded the record since, and with the new version the
 * next save would overwrite what someone else saved.
 */
export function readBegan(form: { get(name: string): unknown }): { began?: Began } {
  const version = Number(form.get('version') ?? Number.NaN);
  return Number.isSafeInteger(version) ? { began: { version, base: readBase(form) } } : {};
}
