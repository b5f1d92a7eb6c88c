/** Renders a long reference text: contents at the side, text at a readable measure. */

import { PageHead } from '#ui/page-head.tsx';
import { Prose, ProseContents, ProseText } from '#ui/prose.tsx';
import type { PageView } from '../content.ts';

export function LegalPage({
  text,
  titleAs,
  since = 'In force since',
}: {
  text: PageView;
  /** Inside another page's preview: h2. */
  titleAs?: 'h1' | 'h2';
  /** What happened on the day of its publication. */
  since?: string;
}) {
  const { published } = text;
  return (
    <div className="@container">
      <div className="shell">
        <PageHead title={text.title} titleAs={titleAs} intro={<ProseText pieces={text.intro} />} />
        <div className="grid gap-x-16 gap-y-10 @5xl:grid-cols-[16rem_1fr]">
          <div className="hidden @5xl:block">
            <div className="sticky top-24">
              <ProseContents sections={text.sections} />
            </div>
          </div>
          <div>
            <Prose sections={text.sections} />
            {published ? (
              <p className="mt-12 text-sm text-ink-soft">
                {since} <time dateTime={published.date}>{published.words}</time>.
              </p>
            ) : null}
          </div>
        </div>
      </div>
    </div>
  );
}
