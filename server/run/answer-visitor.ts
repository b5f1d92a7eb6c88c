/** Computes an answer for a visitor: origin, body, a place at the gates, identity, and the routes. */
import type { IncomingMessage } from 'node:http';
import { readActorOfApiToken } from '#core/accounts/api-tokens/token-actor.server.ts';
import { readActorOfToken } from '#core/accounts/identity/sessions/access-token.server.ts';
import { readActor } from '#core/accounts/identity/sessions/actor-queries.server.ts';
import { actorAt } from '#core/accounts/identity/sessions/pin-reach.ts';
import { type Actor, guest } from '#core/ground/access/actor.ts';
import { isDatabaseAway } from '#platform/database-error.ts';
import { placeOf } from '#platform/failures.ts';
import { log } from '#platform/log.ts';
import { logRefusal } from '#platform/log-refusal.ts';
import { bodyRefusal } from '#platform/requests/request-body.ts';
import { letPass } from '#platform/uploads/receive-upload.ts';
import {
  asApiAnswer,
  isApi,
  isForPrinters,
  tokenOf,
  tokenRefusal,
  withoutCookies,
  withoutOrigin,
} from '#server/http/bearer.ts';
import type { AddressReader } from '#server/http/client-address.ts';
import { ownRequest, withBody, withoutBody } from '#server/http/own-request.ts';
import { bringsFile, receiveBody } from '#server/http/receive-body.ts';
import { logRefusedAccess } from '#server/http/refused-access.ts';
import { comesFromUs, takesFromOthers } from '#server/http/same-origin.ts';
import { admission, asksProvider, type Errand } from '#server/load/admission.ts';
import { Visitors } from '#server/load/visitors.ts';
import { answerByRoutes, type PageOptions } from '#server/pages/answer-by-routes.ts';

/**
 * The one path that other sites may write to: mail providers unsubscribe people there with their own POST (RFC 8058).
 * It acts on its signed link alone and uses no session.
 */
const OPEN_TO_ALL = '/unsubscribe';

export function answerVisitor(addressOf: AddressReader, pageOptions: PageOptions) {
  const admit = admission();
  const visitors = new Visitors();

  return async (raw: Request, incoming: IncomingMessage): Promise<Response> => {
    const own = ownRequest(raw, { ...pageOptions, addressOf }, incoming);
    const { pathname } = new URL(own.url);
    const token = tokenOf(own, pathname);
    const place = placeOf(own.method, pathname);
    if (isForeign(own, token)) {
      logRefusal('request-refused', { kind: 'foreign-origin', place });
      return new Response('This request did not come from our website, so nothing was done.', {
        status: 403,
        headers: { 'Content-Type': 'text/plain; charset=UTF-8' },
      });
    }
    const asked = withoutForeignHeaders(own, token);
    const body = await receiveBody(asked, pathname);
    if (!body.ok) {
      logRefusal('request-refused', { kind: body.problem, place });
      return asApiAnswer(pathname, bodyRefusal(body.problem, asked));
    }
    const request = withBody(asked, body.value);
    const sendsFile = bringsFile(request, pathname);
    const visitor = visitors.of(request);
    const answer = await admit(request, { visitor, errand: errandOf(request, visitor) }, async () => {
      const actor = await actorIfKnown(request, token, pageOptions.publicOrigin);
      if (token !== null && actor?.kind === 'guest') {
        logRefusal('token-refused', { kind: 'invalid', place });
        return tokenRefusal();
      }
      visitors.learn(request, actor);
      // A guest's upload gives up its place: the rest of its body is read afterward.
      const isRefused = sendsFile && actor?.kind === 'guest';
      const answer = await answerByRoutes(isRefused ? withoutBody(request) : request, actor, pageOptions);
      logRefusedAccess(request, actor ?? guest, answer);
      return answer;
    });
    if (sendsFile && request.body !== null) await letPass(request.body);
    return asApiAnswer(pathname, answer);
  };
}

/**
 * Whether another website sent this. A request with a token acts by the token alone: browsers never add one
 * automatically. The API refuses requests without a token, in its own format.
 */
function isForeign({ url, method, headers }: Request, token: string | null): boolean {
  const { origin, pathname } = new URL(url);
  if (token !== null || isApi(pathname) || isForPrinters(pathname) || pathname === OPEN_TO_ALL) return false;
  return !comesFromUs(method, headers, origin) && !takesFromOthers(pathname);
}

/** Without the cookies that do not count beside a token, and the origin by which React Router refuses other sites' forms. */
function withoutForeignHeaders(own: Request, token: string | null): Request {
  const { pathname } = new URL(own.url);
  const isForPrograms = isApi(pathname) || isForPrinters(pathname);
  const cookieless = token !== null || isForPrograms ? withoutCookies(own) : own;
  return pathname === OPEN_TO_ALL || isForPrograms ? withoutOrigin(cookieless) : cookieless;
}

function errandOf(request: Request, visitor: ReturnType<Visitors['of']>): Errand {
  const { pathname } = new URL(request.url);
  if (bringsFile(request, pathname) && visitor.person !== null)
    return visitor.worksHere ? 'office-upload' : 'upload';
  return asksProvider(pathname) ? 'outside' : 'page';
}

/** The request's actor; null if it cannot be read because the database is down. */
async function actorIfKnown(
  request: Request,
  token: string | null,
  publicOrigin: string | null,
): Promise<Actor | null> {
  try {
    const { origin, pathname } = new URL(request.url);
    if (token === null) return actorAt(await readActor(request.headers), pathname);
    return isApi(pathname)
      ? await readActorOfApiToken(token)
      : actorAt(await readActorOfToken(token, publicOrigin ?? origin), pathname);
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    log.warn({ err: error }, 'who is asking could not be read');
    return null;
  }
}
