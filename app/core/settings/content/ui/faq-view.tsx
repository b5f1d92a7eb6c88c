/** Renders questions that open to show their answers. */
import type { ReactNode } from 'react';
import { Plus } from '#ui/icons.ts';
import { PageHead } from '#ui/page-head.tsx';
import { ProseBody, ProseText, sectionId } from '#ui/prose.tsx';
import type { PageView } from '../content.ts';

export function FaqPage({
  text,
  titleAs,
  children,
}: {
  text: PageView;
  /** Inside another page's preview: h2. */
  titleAs?: 'h1' | 'h2';
  /** Directions to the store; not part of the text. */
  children?: ReactNode;
}) {
  return (
    <div className="@container">
      <div className="shell @5xl:grid @5xl:grid-cols-[minmax(0,5fr)_minmax(0,8fr)] @5xl:gap-x-20">
        <div>
          <div className="@5xl:sticky @5xl:top-16">
            <PageHead title={text.title} titleAs={titleAs} intro={<ProseText pieces={text.intro} />} />
            <img
              src="/art/ridge-line.svg"
              alt=""
              width={320}
              height={120}
              loading="lazy"
              className="hidden w-72 @5xl:block"
            />
          </div>
        </div>
        <div className="border-t border-line @5xl:mt-14">
          {text.sections.map((section) => (
            <details
              key={section.heading}
              id={sectionId(section.heading)}
              className="answer group border-b border-line"
            >
              <summary className="flex min-h-16 list-none items-center justify-between gap-6 py-3 text-lg font-medium hover:text-spruce-700 [&::-webkit-details-marker]:hidden">
                <h2 className="font-sans text-base font-medium tracking-normal sm:text-lg">
                  {section.heading}
                </h2>
                <Plus
                  aria-hidden="true"
                  className="size-5 shrink-0 text-ochre-700 print:hidden transition-transform group-open:rotate-45"
                />
              </summary>
              <div className="measure pb-6 text-ink-soft">
                <ProseBody section={section} />
              </div>
            </details>
          ))}
          {children ? <div className="py-10">{children}</div> : null}
        </div>
      </div>
    </div>
  );
}
