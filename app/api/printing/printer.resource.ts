/** /printers/:token: what a receipt printer asks, in the protocol of its maker (decision 121). */
import { requestForm, requestJson } from '#platform/requests/request-body.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import type { Route } from './+types/printer.resource';
import { answerEpson } from './answer-epson.server.ts';
import { answerStarPoll, answerStarResult, giveStarJob } from './answer-star.server.ts';

/** A Star printer comes for the paper that it was told of. */
export function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  return giveStarJob(params.token, new URL(request.url).searchParams, context.get(requestInfo).origin);
}

export async function action({ request, params: { token }, context }: Route.ActionArgs): Promise<Response> {
  if (request.method === 'DELETE') return answerStarResult(token, new URL(request.url).searchParams);
  const type = request.headers.get('content-type') ?? '';
  return /^\s*application\/json\b/i.test(type)
    ? answerStarPoll(token, await requestJson(request))
    : answerEpson(token, await requestForm(request), context.get(requestInfo).origin);
}
