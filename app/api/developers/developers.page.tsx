/** The API's documentation, rendered from its description. Shows no product, so no one is asked for their age. */
import { apiScopes, MOST_TOKENS, scopeWords } from '#core/accounts/api-tokens/api-token.ts';
import { apiLimit } from '#core/accounts/identity/sessions/rate-limit.ts';
import { linkPreview, storePicture } from '#core/ground/frame/link-preview.ts';
import { SHELL_ROUTE, type ShellFacts } from '#core/ground/frame/shell-route.ts';
import type { CacheHandle } from '#platform/pages/cached-for-guests.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import { PageHead } from '#ui/page-head.tsx';
import { readDescription } from '../operations.server.ts';
import { webhookMessages } from '../webhooks.ts';
import type { Route } from './+types/developers.page';
import { apiView } from './api-view.ts';
import { Contents } from './contents.tsx';
import { FieldList } from './field-list.tsx';
import { Guide } from './guide.tsx';
import { OperationSection } from './operation-section.tsx';

export const handle = { cachedForGuests: 'by-path' } satisfies CacheHandle;

const TITLE = 'For developers';
const SUMMARY = 'The API for programs: the menu, inventory and orders of the store, with examples that run.';

export async function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(requestInfo);
  return {
    origin,
    api: apiView(await readDescription(origin)),
    scopes: apiScopes.map((scope) => ({ scope, words: scopeWords[scope] })),
    webhooks: webhookMessages.map(({ type, summary }) => ({ type, summary })),
    limits: { requests: apiLimit.max, seconds: apiLimit.windowSeconds, tokens: MOST_TOKENS },
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const shell = matches.find((match) => match?.id === SHELL_ROUTE)?.loaderData as ShellFacts | undefined;
  const siteName = shell?.store.name ?? '';
  const title = siteName ? `${TITLE} · ${siteName}` : TITLE;
  const origin = loaderData?.origin ?? '';
  return [
    { title },
    { name: 'description', content: SUMMARY },
    ...linkPreview({
      ...{ siteName, title, description: SUMMARY },
      canonical: `${origin}/developers`,
      picture: storePicture(origin),
    }),
  ];
};

export default function Developers({ loaderData: { api, scopes, limits, webhooks } }: Route.ComponentProps) {
  return (
    <div className="shell">
      <PageHead title={TITLE} intro={SUMMARY} />
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <Contents api={api} />
        <div className="min-w-0 space-y-16">
          <Guide server={api.server} scopes={scopes} limits={limits} webhooks={webhooks} />
          <section aria-labelledby="operations" className="space-y-14">
            <h2 id="operations" className="text-2xl">
              Operations
            </h2>
            {api.operations.map((operation) => (
              <OperationSection key={operation.id} operation={operation} />
            ))}
          </section>
          <section aria-labelledby="schemas" className="space-y-10">
            <h2 id="schemas" className="text-2xl">
              Schemas
            </h2>
            {api.schemas.map(({ name, rows }) => (
              <section key={name} aria-labelledby={`schema-${name}`} className="max-w-3xl">
                <h3 id={`schema-${name}`} className="mb-3 font-mono text-base">
                  {name}
                </h3>
                <FieldList rows={rows} />
              </section>
            ))}
          </section>
        </div>
      </div>
    </div>
  );
}
