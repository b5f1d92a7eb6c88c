/** Running text at a readable measure: sections with a heading, paragraphs and a list. */
import { Fragment } from 'react';

/** Text with links in it. */
export type ProsePiece = string | { text: string; href: string };

export type ProseSection = {
  heading: string;
  paragraphs: readonly (readonly ProsePiece[])[];
  list: readonly (readonly ProsePiece[])[];
};

export function ProseText({ pieces }: { pieces: readonly ProsePiece[] }) {
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text never change places
    <Fragment key={index}>
      {typeof piece === 'string' ? (
        piece
      ) : (
        <a
          href={piece.href}
          className="whitespace-nowrap font-medium text-spruce-700 underline underline-offset-2"
        >
          {piece.text}
        </a>
      )}
    </Fragment>
  ));
}

/** A section's paragraphs and list, without its heading. */
export function ProseBody({ section }: { section: ProseSection }) {
  return (
    <div className="space-y-4">
      {section.paragraphs.map((pieces, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never change places
        <p key={index}>
          <ProseText pieces={pieces} />
        </p>
      ))}
      {section.list.length > 0 ? (
        <ul className="space-y-2.5">
          {section.list.map((pieces, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: items never change places
              key={index}
              className="relative pl-6 before:absolute before:top-[0.7em] before:left-0 before:h-0.5 before:w-3 before:bg-ochre-400"
            >
              <ProseText pieces={pieces} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** Sections one after the other, each reachable by its own address (`#…`). */
export function Prose({ sections }: { sections: readonly ProseSection[] }) {
  return (
    <div className="measure space-y-12">
      {sections.map((section) => (
        <section key={section.heading} aria-labelledby={sectionId(section.heading)}>
          <h2 id={sectionId(section.heading)} className="mb-3 text-xl">
            {section.heading}
          </h2>
          <ProseBody section={section} />
        </section>
      ))}
    </div>
  );
}

/** The links to a long text's sections. */
export function ProseContents({ sections }: { sections: readonly ProseSection[] }) {
  return (
    <nav aria-label="On this page" className="text-sm">
      <p className="mb-2 font-semibold">On this page</p>
      <ul className="border-l border-line">
        {sections.map((section) => (
          <li key={section.heading}>
            <a
              href={`#${sectionId(section.heading)}`}
              className="-ml-px block border-l-2 border-transparent py-1.5 pl-4 text-ink-soft hover:border-ochre-400 hover:text-ink"
            >
              {section.heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** '4. Reserving' → 'reserving'. */
export function sectionId(heading: string): string {
  const words = heading.toLowerCase().replace(/^[\d.\s]+/, '');
  return words.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'section';
}
