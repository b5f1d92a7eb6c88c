/** Answers guests from the page cache, and renders pages that are not cached yet. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { holdsCartByServer } from '#core/sales/checkout/cart.ts';
import { smallAnswer } from '#platform/pages/small-page.ts';
import { hasAffirmedAge } from '#platform/requests/cookies.ts';
import { knowsTag } from '#platform/requests/known-tag.ts';
import { type AddressReader, addressBlock } from '#server/http/client-address.ts';
import { type Encoding, encodingFor } from '#server/http/packing.ts';
import { sendSmall } from '#server/http/send-small.ts';
import { BUSY_WORDS, RETRY_AFTER } from '#server/load/admission.ts';
import { isOwnHost, type PageAddress } from './page-address.ts';
import type { CachedPage } from './page-bytes.ts';
import type { PageCache, PageKey, Rendered } from './page-cache.ts';

/** A guest's page that may be cached. Rendering gets this information about the visitor and nothing else. */
export type WantedPage = PageKey & {
  /** The configured origin; without one, the origin of the request. */
  origin: string;
  /** The path and query to render, whatever else the URL contained. */
  href: string;
  ageAffirmed: boolean;
  encoding: Encoding;
};

export type GuestPageOptions = {
  publicOrigin: string | null;
  pages: PageCache;
  addressOf: (target: string) => PageAddress | null;
  /** Reads the client address of a request. */
  clientOf: AddressReader;
  render: (wanted: WantedPage) => Promise<Rendered>;
};

/** Answers a guest: true when it did, false when the request must take the full path, or a promise of either. */
export function guestPages({ publicOrigin, pages, addressOf, clientOf, render }: GuestPageOptions) {
  function wanted(incoming: IncomingMessage): WantedPage | null {
    const { method, url, headers } = incoming;
    const cookie = headers.cookie ?? '';
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return null;
    if (cookie.includes('farmgate.session_token=') || cookie.includes('flash=')) return null;
    if (holdsCartByServer(cookie)) return null;
    const address = addressOf(url);
    if (address === null || (publicOrigin === null && !isOwnHost(incoming))) return null;
    const origin = publicOrigin ?? `http://${headers.host}`;
    const ageAffirmed = hasAffirmedAge(cookie);
    return {
      ...{ origin, href: address.href, isEndless: address.isEndless, ageAffirmed },
      key: `${ageAffirmed ? 1 : 0} ${origin}${address.href}`,
      encoding: encodingFor(headers['accept-encoding']),
    };
  }

  /** Computed only when a page has to be rendered; serving a cached page costs almost nothing. */
  function clientAddress({ socket, headers }: IncomingMessage): string {
    const forwardedFor = headers['x-forwarded-for'];
    return addressBlock(clientOf(socket.remoteAddress, forwardedFor?.toString() ?? null));
  }

  function send(incoming: IncomingMessage, outgoing: ServerResponse, page: CachedPage, encoding: Encoding) {
    if (knowsTag(incoming.headers['if-none-match'] ?? null, page.etag)) {
      outgoing.writeHead(304, page.unchanged).end();
    } else {
      const { headers, body } = page.answer(encoding);
      outgoing.writeHead(200, headers).end(body);
    }
    return true;
  }

  return (incoming: IncomingMessage, outgoing: ServerResponse): boolean | Promise<boolean> => {
    const asked = wanted(incoming);
    if (asked === null) return false;
    const kept = pages.get(asked);
    if (kept) return send(incoming, outgoing, kept, asked.encoding);
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    return pages
      .render(asked, clientAddress(incoming), () => render(asked), gone.signal)
      .then((rendered) => {
        if (rendered.ok)
          return rendered.value !== null && send(incoming, outgoing, rendered.value, asked.encoding);
        const answer = smallAnswer(503, incoming.headers.accept, { words: BUSY_WORDS, again: '' });
        sendSmall(outgoing, answer, { 'Retry-After': RETRY_AFTER });
        return true;
      });
  };
}
