/** Renders running text at a readable line length: sections with a heading, paragraphs and lists. */
import { Fragment, type ReactNode } from 'react';

/** Plain text, marked text, or a link. */
export type ProsePiece = string | { text: string; href?: string; strong?: true; emphasis?: true };

export type ProseBlock =
  | { kind: 'paragraph' | 'heading'; pieces: readonly ProsePiece[] }
  | { kind: 'list'; ordered: boolean; items: readonly (readonly ProsePiece[])[] };

export type ProseSection = { heading: string; blocks: readonly ProseBlock[] };

export function ProseText({ pieces }: { pieces: readonly ProsePiece[] }) {
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text never change order
    <Fragment key={index}>{typeof piece === 'string' ? piece : <Marked piece={piece} />}</Fragment>
  ));
}

function Marked({ piece: { text, href, strong, emphasis } }: { piece: Exclude<ProsePiece, string> }) {
  let words: ReactNode = text;
  if (href !== undefined) {
    // Numbers and addresses stay on one line if they fit; a sentence that is a link may wrap.
    const isShort = /^(tel|mailto):/.test(href);
    words = (
      <a
        href={href}
        className={`font-medium text-spruce-700 underline underline-offset-2 ${isShort ? 'wrap-anywhere min-[16em]:inline-block min-[16em]:max-w-full' : 'break-words'}`}
      >
        {text}
      </a>
    );
  }
  if (emphasis) words = <em>{words}</em>;
  return strong ? <strong className="font-semibold">{words}</strong> : words;
}

/** A section's paragraphs and lists, without its heading. */
export function ProseBody({ section }: { section: ProseSection }) {
  return (
    <div className="space-y-4 wrap-break-word">
      {section.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks never change order
        <Block key={index} block={block} />
      ))}
    </div>
  );
}

function Block({ block }: { block: ProseBlock }) {
  if (block.kind === 'list') return <List ordered={block.ordered} items={block.items} />;
  return block.kind === 'heading' ? (
    <h3 className="pt-2 font-semibold">
      <ProseText pieces={block.pieces} />
    </h3>
  ) : (
    <p>
      <ProseText pieces={block.pieces} />
    </p>
  );
}

function List({ ordered, items }: { ordered: boolean; items: readonly (readonly ProsePiece[])[] }) {
  const lines = items.map((pieces, index) => (
    <li
      // biome-ignore lint/suspicious/noArrayIndexKey: items never change order
      key={index}
      className={
        ordered
          ? 'pl-2 marker:text-ochre-700'
          : 'relative pl-6 before:absolute before:top-[0.7em] before:left-0 before:h-0.5 before:w-3 before:bg-ochre-400 forced-colors:before:bg-[CanvasText]'
      }
    >
      <ProseText pieces={pieces} />
    </li>
  ));
  return ordered ? (
    <ol className="list-decimal space-y-2.5 pl-6">{lines}</ol>
  ) : (
    <ul className="space-y-2.5">{lines}</ul>
  );
}

/** Sections in order, each with its own anchor (`#…`). */
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

/** Links to the sections of a long text. */
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
