/**
 * A message for the next page, carried in a cookie across one redirect and shown once: as a toast, or as a notice
 * without JavaScript. The browser could write the cookie itself, so its content is limited in length and only ever
 * shown as text.
 */
import { flashCookie } from './cookies.ts';

export type FlashTone = 'success' | 'error' | 'info';

export type Flash = {
  message: string;
  tone: FlashTone;
  /** Distinguishes messages, so that none is shown twice. */
  id: string;
};

const MAXIMUM_MESSAGE = 300;
const tones: readonly string[] = ['success', 'error', 'info'] satisfies FlashTone[];

/** The cookie's value for a message; cuts long texts. */
export function encodeFlash(flash: Flash): string {
  const message = flash.message.slice(0, MAXIMUM_MESSAGE).toWellFormed();
  return encodeURIComponent(JSON.stringify([flash.id, flash.tone, message]));
}

/** Reads a decoded cookie value; null for anything we would not have written. */
export function decodeFlash(value: string | null): Flash | null {
  if (value === null || value.length > 2000) return null;
  let parts: unknown;
  try {
    parts = JSON.parse(value);
  } catch {
    return null;
  }
  if (!Array.isArray(parts) || parts.length !== 3) return null;
  const [id, tone, message] = parts as unknown[];
  if (typeof id !== 'string' || id.length > 40 || typeof tone !== 'string' || !tones.includes(tone))
    return null;
  if (typeof message !== 'string' || message.trim() === '' || message.length > MAXIMUM_MESSAGE) return null;
  return { id, tone: tone as FlashTone, message };
}

/**
 * Redirects, and shows a message on the next page.
 * @param to a path of this site. It may contain a parameter of the route, which the router decoded and a header cannot
 * hold: those characters are encoded again.
 * @param cookies more Set-Cookie lines.
 */
export function redirectWithFlash(
  to: string,
  message: string,
  tone: FlashTone = 'info',
  cookies: readonly string[] = [],
): Response {
  const value = encodeFlash({ message, tone, id: crypto.randomUUID() });
  return redirectTo(to, [flashCookie.write(value), ...cookies]);
}

/** Redirects to a path of this site and sets cookies. @param to as in `redirectWithFlash` */
export function redirectTo(to: string, cookies: readonly string[]): Response {
  const headers = new Headers({ Location: to.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent) });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 302, headers });
}

/** The message waiting for this request; null if there is none. */
export function readFlash(request: Request): Flash | null {
  return decodeFlash(flashCookie.read(request.headers.get('cookie')));
}

/** Whether a cookie header, or `document.cookie`, contains a message. */
export function holdsFlash(cookies: string | null): boolean {
  return flashCookie.read(cookies) !== null;
}

/** The tone of the message in a cookie header, or in `document.cookie`; null without one. */
export const flashTone = (cookies: string | null): FlashTone | null =>
  decodeFlash(flashCookie.read(cookies))?.tone ?? null;

/** The Set-Cookie line that deletes the message after it was read. */
export const clearFlashCookie = flashCookie.clear();
