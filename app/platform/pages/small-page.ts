/**
 * Makes responses that cost nothing to render: a small page in the shop's style without scripts, pictures or queries,
 * or JSON for programs. For requests that are refused early, and for moments when the shop cannot render a page.
 */
import { createHash } from 'node:crypto';
import { type StatusWords, statusWords } from '../status-words.ts';

export type SmallAnswer = { status: number; headers: Record<string, string>; body: string };

// The design tokens it needs from the style sheet, for light and dark mode.
const style = `
:root{color-scheme:light dark;--paper:#fbf8f1;--ink:#1e2a24;--soft:#4f5b54;--spruce:#24503b;--ring:#b0741a}
@media screen and (prefers-color-scheme:dark){:root{--paper:#14261e;--ink:#f3ede0;--soft:#cdd8d0;--spruce:#b4dcc6;--ring:#d39a34}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:1rem/1.6 Inter,Arial,sans-serif}
main{max-width:32rem;padding:2rem 1.25rem;text-align:center}
svg{width:3rem;height:3rem}
h1{margin:1rem 0 .5rem;font:500 1.75rem/1.2 Fraunces,Georgia,serif}
p{margin:0 0 1.5rem;color:var(--soft)}
a{display:inline-block;min-height:1.75rem;padding:.5rem 1.25rem;border-radius:.5rem;background:var(--spruce);color:var(--paper);text-decoration:none;font-weight:600}
a.quiet{background:none;color:var(--soft);font-weight:400;text-decoration:underline}
a:focus-visible{outline:3px solid var(--ring);outline-offset:2px}
@media (forced-colors:active){a{border:1px solid}}
path{stroke:var(--spruce)}path+path{stroke:#d39a34}`;
const styleHash = createHash('sha256').update(style).digest('base64');
const mark =
  '<svg viewBox="0 0 100 100" aria-hidden="true" fill="none" stroke-linecap="round" stroke-width="9"><path d="M17 10C20 34 46 38 50 62V92"/><path d="M83 10C80 34 54 38 50 62"/></svg>';

/**
 * @param accept the request's Accept header: clients that want JSON get `{ message }`.
 * @param words replaces the status's own message; plain text of ours, never a visitor's.
 * @param again where the link leads: '' is the requested page itself.
 * @param also a second, quiet link; a path and words of ours.
 */
export function smallAnswer(
  status: number,
  accept: string | null | undefined,
  {
    words,
    again = '/',
    also,
  }: { words?: StatusWords; again?: '' | '/'; also?: { path: string; label: string } } = {},
): SmallAnswer {
  const { title, text } = words ?? statusWords[status] ?? { title: 'That did not work.', text: 'Try again.' };
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
  if (accept?.includes('application/json')) {
    return {
      status,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ message: `${title} ${text}` }),
    };
  }
  return {
    status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title.replace(/\.$/, '')}</title><style>${style}</style></head><body><main>${mark}<h1>${title}</h1><p>${text}</p><a href="${again}">${again === '' ? 'Try again' : 'Back to the shop'}</a>${also ? `<p><a class="quiet" href="${also.path}">${also.label}</a></p>` : ''}</main></body></html>`,
  };
}

/** The same as a Response, for loaders, actions and handlers. */
export function smallResponse(...asked: Parameters<typeof smallAnswer>): Response {
  const { status, headers, body } = smallAnswer(...asked);
  return new Response(body, { status, headers });
}
