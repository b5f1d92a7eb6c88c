/** Renders questions in groups, with an index of the groups; a question opens to show its answer. */
import type { ReactNode } from 'react';
import { Plus } from '#ui/icons.ts';
import { PageHead } from '#ui/page-head.tsx';
import { ProseBody, ProseText, sectionId } from '#ui/prose.tsx';
import type { FilledSection, PageView } from '../content.ts';
import { type FaqGroup, faqGroups } from '../faq.ts';

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
  const groups = faqGroups(text.sections);
  return (
    <div className="@container">
      <div className="shell @5xl:grid @5xl:grid-cols-[minmax(0,5fr)_minmax(0,8fr)] @5xl:gap-x-20">
        <div>
          <div className="@5xl:sticky @5xl:top-16">
            <PageHead title={text.title} titleAs={titleAs} intro={<ProseText pieces={text.intro} />} />
            <Index groups={groups} />
            <img
              src="/art/ridge-line.svg"
              alt=""
              width={320}
              height={120}
              loading="lazy"
              className="mt-10 hidden w-72 @5xl:block"
            />
          </div>
        </div>
        <div className="flex flex-col gap-12 pt-10 @5xl:pt-14">
          {groups.map((group) => (
            <Group key={group.heading ?? group.questions[0]?.heading} group={group} />
          ))}
          {children ? <div className="pb-10">{children}</div> : null}
        </div>
      </div>
    </div>
  );
}

const idOf = (heading: string) => `questions-${sectionId(heading)}`;

/** One group needs no index. */
function Index({ groups }: { groups: readonly FaqGroup[] }) {
  const headings = groups.flatMap(({ heading }) => heading ?? []);
  if (headings.length < 2) return null;
  return (
    <nav aria-label="On this page" className="print:hidden">
      <ul className="grid grid-cols-2 gap-2 max-[20em]:grid-cols-1 @xl:flex @xl:flex-wrap @5xl:flex-col @5xl:gap-0 @5xl:border-l @5xl:border-line">
        {headings.map((heading) => (
          <li key={heading}>
            <a
              href={`#${idOf(heading)}`}
              className="flex min-h-11 items-center rounded-control px-3.5 py-1.5 text-sm inset-ring inset-ring-line hover:bg-cream @5xl:rounded-none @5xl:border-l-2 @5xl:border-transparent @5xl:text-base @5xl:text-ink-soft @5xl:inset-ring-0 @5xl:hover:border-ochre-400 @5xl:hover:bg-transparent @5xl:hover:text-ink"
            >
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Group({ group: { heading, intro, questions } }: { group: FaqGroup }) {
  const list = (
    <div className="border-t border-line">
      {questions.map((question) => (
        <Question key={question.heading} question={question} isInGroup={heading !== null} />
      ))}
    </div>
  );
  if (heading === null) return list;
  return (
    <section aria-labelledby={idOf(heading)}>
      <h2 id={idOf(heading)} className="mb-4 scroll-mt-8 text-xl">
        {heading}
      </h2>
      {intro.length > 0 ? (
        <div className="measure mb-4 text-ink-soft">
          <ProseBody section={{ heading, blocks: intro }} />
        </div>
      ) : null}
      {list}
    </section>
  );
}

/** The answer has the id: a browser opens the question for a link to it. */
function Question({ question, isInGroup }: { question: FilledSection; isInGroup: boolean }) {
  const Heading = isInGroup ? 'h3' : 'h2';
  return (
    <details className="answer group border-b border-line">
      <summary className="flex min-h-14 list-none items-center justify-between gap-6 py-3 hover:text-spruce-700 [&::-webkit-details-marker]:hidden">
        <Heading className="font-sans text-base font-medium tracking-normal sm:text-lg">
          {question.heading}
        </Heading>
        <Plus
          aria-hidden="true"
          className="size-5 shrink-0 text-ochre-700 print:hidden transition-transform group-open:rotate-45"
        />
      </summary>
      <div id={sectionId(question.heading)} className="measure scroll-mt-20 pb-6 text-ink-soft">
        <ProseBody section={question} />
      </div>
    </details>
  );
}
