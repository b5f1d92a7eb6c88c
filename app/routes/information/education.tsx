import { plainText } from '#features/settings/content.ts';
import { readPageText } from '#features/settings/content-queries.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { HelpLines } from '#features/settings/ui/help-lines.tsx';
import { requestInfo } from '#platform/request-context.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Prose, ProseContents, ProseText } from '#ui/prose.tsx';
import type { Route } from './+types/education';

export async function loader({ context }: Route.LoaderArgs) {
  const [text, { warnings }] = await Promise.all([readPageText('education'), readSettings()]);
  return { text, warnings, origin: context.get(requestInfo).origin };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: loaderData?.text.title ?? '',
    description: loaderData ? plainText(loaderData.text.intro) : undefined,
    path: '/education',
    origin: loaderData?.origin,
  });

export default function Education({ loaderData: { text, warnings } }: Route.ComponentProps) {
  return (
    <div className="shell">
      <PageHead title={text.title} intro={<ProseText pieces={text.intro} />} />
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[1fr_20rem]">
        <Prose sections={text.sections} />
        <aside className="-order-1 lg:order-none">
          <div className="space-y-10 lg:sticky lg:top-24">
            <HelpLines warnings={warnings} />
            <div className="hidden lg:block">
              <ProseContents sections={text.sections} />
            </div>
          </div>
        </aside>
      </div>
    </div>
  );
}
