/** Renders the law and safety advice, with help lines beside it. */

import { PageHead } from '#ui/page-head.tsx';
import { Prose, ProseContents, ProseText } from '#ui/prose.tsx';
import type { WarningSettings } from '../../settings.ts';
import type { PageView } from '../content.ts';
import { HelpLines } from './help-lines.tsx';

export function EducationPage({
  text,
  warnings,
  titleAs,
}: {
  text: PageView;
  warnings: WarningSettings;
  /** Inside another page's preview: h2. */
  titleAs?: 'h1' | 'h2';
}) {
  return (
    <div className="@container">
      <div className="shell">
        <PageHead title={text.title} titleAs={titleAs} intro={<ProseText pieces={text.intro} />} />
        <div className="grid gap-x-16 gap-y-12 @5xl:grid-cols-[1fr_20rem]">
          <Prose sections={text.sections} />
          <aside className="-order-1 @5xl:order-none">
            <div className="space-y-10 @5xl:sticky @5xl:top-24">
              <HelpLines warnings={warnings} />
              <div className="hidden @5xl:block">
                <ProseContents sections={text.sections} />
              </div>
            </div>
          </aside>
        </div>
      </div>
    </div>
  );
}
