/** Serves guests from the cached pages, and renders what is not kept yet. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { secured } from '#platform/cookies.ts';
import { smallAnswer } from '#platform/small-page.ts';
import { BUSY_WORDS, RETRY_AFTER } from './admission.ts';
import { newNonce } from './nonce.ts';
import { hostBook, pageAddress } from './page-address.ts';
import { type CachedPage, fillIn, giveBack, type PageCache, type PageKey } from './page-cache.ts';
import { sendSmall } from './send-small.ts';
import { readVisitor, type Visitor } from './visitor.ts';

/** A guest's page that may be kept. */
export type WantedPage = PageKey & {
  /** Path and query it is rendered by, whatever else the URL said. */
  href: string;
  visitor: Visitor;
  gzip: boolean;
};

export type GuestPageOptions = {
  publicOrigin: string | null;
  https: boolean;
  pages: PageCache;
  documentHeaders: (nonce: string) => Record<string, string>;
  /** null for what must not be kept, 'away' for what cannot be rendered while the database is away. */
  render: (incoming: IncomingMessage, wanted: WantedPage) => Promise<CachedPage | null | 'away'>;
};

export type GuestPages = {
  /** What a guest's request needs to be served from the cached pages; null when it must go the long way. */
  wanted(incoming: IncomingMessage): WantedPage | null;
  /** Answers at once from the cached pages; false when the page is not there. */
  sendCached(outgoing: ServerResponse, wanted: WantedPage): boolean;
  /** Answers with the page as soon as it is rendered; false when it must go the long way after all. */
  renderAndSend(incoming: IncomingMessage, outgoing: ServerResponse, wanted: WantedPage): Promise<boolean>;
};

export function guestPages(options: GuestPageOptions): GuestPages {
  const { publicOrigin, https, pages } = options;
  const isKnownHost = hostBook();

  return {
    wanted(incoming) {
      if (incoming.method !== 'GET' || incoming.url === undefined) return null;
      const cookie = incoming.headers.cookie ?? '';
      if (cookie.includes('farmgate.session_token=') || cookie.includes('flash=')) return null;
      const address = pageAddress(incoming.url);
      if (address === null || (publicOrigin === null && !isKnownHost(incoming))) return null;
      const visitor = readVisitor(cookie);
      const origin = publicOrigin ?? incoming.headers.host ?? '';
      return {
        ...address,
        key: `${origin} ${address.href} ${visitor.ageAffirmed ? 1 : 0} ${visitor.view}`,
        visitor,
        gzip: /\bgzip\b/.test(String(incoming.headers['accept-encoding'] ?? '')),
      };
    },

    sendCached(outgoing, wanted) {
      const kept = pages.get(wanted);
      if (kept) send(outgoing, kept, wanted);
      return kept !== undefined;
    },

    async renderAndSend(incoming, outgoing, wanted) {
      const rendered = await pages.render(wanted, () => options.render(incoming, wanted));
      if (!rendered.ok) {
        const answer = smallAnswer(503, incoming.headers.accept, { words: BUSY_WORDS, again: '' });
        sendSmall(outgoing, answer, { 'Retry-After': RETRY_AFTER });
      } else if (rendered.value) send(outgoing, rendered.value, wanted);
      return !rendered.ok || rendered.value !== null;
    },
  };

  function send(outgoing: ServerResponse, page: CachedPage, wanted: WantedPage): void {
    const nonce = newNonce();
    const sheet = wanted.gzip ? page.gzip : page.plain;
    const body = fillIn(sheet, nonce);
    outgoing.writeHead(200, {
      ...options.documentHeaders(nonce),
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': body.length,
      Vary: 'Accept-Encoding, Cookie',
      'Set-Cookie': https ? secured(wanted.visitor.nextViewCookie) : wanted.visitor.nextViewCookie,
      ...(wanted.gzip ? { 'Content-Encoding': 'gzip' } : {}),
    });
    // Called once the last byte has left; a response that broke off keeps its copy.
    outgoing.end(body, () => giveBack(sheet, body));
  }
}
