/**
 * A message that people must not miss: on every page of the office until it is dismissed. The browser carries it in a
 * cookie, so that it survives a reload and needs no JavaScript; its content is limited in length and only ever shown as
 * text.
 */
import { lastingCookie } from './cookies.ts';
import { redirectTo } from './flash.ts';

export type LastingMessage = {
  id: string;
  message: string;
  /** Shown large: 'Change due', '$9.60'. */
  figure: { label: string; text: string } | null;
};

/** Older ones are dropped. */
const MOST = 3;
const LONGEST = 200;

/** The messages of this request, oldest first. */
export function readLasting(request: Request): LastingMessage[] {
  const value = lastingCookie.read(request.headers.get('cookie'));
  if (!value || value.length > 3000) return [];
  try {
    const parts: unknown = JSON.parse(value);
    return Array.isArray(parts) ? parts.slice(-MOST).flatMap((part) => messageOf(part) ?? []) : [];
  } catch {
    return [];
  }
}

/** null for anything we would not have written. */
function messageOf(part: unknown): LastingMessage | null {
  if (!Array.isArray(part) || part.length !== 4) return null;
  const texts = part.filter((text) => typeof text === 'string' && text.length <= LONGEST) as string[];
  const [id = '', message = '', label = '', text = ''] = texts;
  if (texts.length !== 4 || message === '') return null;
  return { id, message, figure: text === '' ? null : { label, text } };
}

function write(messages: readonly LastingMessage[]): string {
  if (messages.length === 0) return lastingCookie.clear();
  const parts = messages
    .slice(-MOST)
    .map(({ id, message, figure }) =>
      [id, message, figure?.label ?? '', figure?.text ?? ''].map((text) =>
        text.slice(0, LONGEST).toWellFormed(),
      ),
    );
  return lastingCookie.write(encodeURIComponent(JSON.stringify(parts)));
}

/**
 * Redirects, and shows a message on every page until it is dismissed. A figure replaces the one of its kind: the change of
 * the customer before must never be taken for the next one's.
 */
export function redirectWithLasting(
  request: Request,
  to: string,
  message: string,
  figure: LastingMessage['figure'] = null,
): Response {
  const added = { id: crypto.randomUUID(), message, figure };
  const others = readLasting(request).filter(
    (message) => figure === null || message.figure?.label !== figure.label,
  );
  return redirectTo(to, [write([...others, added])]);
}

/** Redirects without the message with this id. */
export function redirectDismissed(request: Request, to: string, id: string): Response {
  return redirectTo(to, [write(readLasting(request).filter((message) => message.id !== id))]);
}
