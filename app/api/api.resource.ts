/** /api/v1: the API for programs (9 NYCRR 124.1(b); decision 66). Its operations are a table of their own. */
import { actorContext } from '#core/ground/access/actor-context.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import type { Route } from './+types/api.resource';
import { answerApi, readApi } from './answer-api.server.ts';

const askedBy = ({ request, context }: Pick<Route.LoaderArgs, 'request' | 'context'>) => {
  const { origin, id, clientAddress } = context.get(requestInfo);
  return { request, actor: context.get(actorContext), origin, requestId: id, clientAddress };
};

export const loader = (args: Route.LoaderArgs) => readApi(askedBy(args));
export const action = (args: Route.ActionArgs) => answerApi(askedBy(args));
