/** Renders a mail in a sandboxed frame, and as plain text with its links. */
import { Fragment } from 'react';

export function Words({ id, subject, text }: { id: string; subject: string; text: string }) {
  return (
    <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
      <iframe
        title={`Message ‘${subject}’`}
        src={`/admin/sent-mail/${id}/html`}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        className="h-[46rem] w-full rounded-surface border border-line bg-white"
      />
      <section>
        <h2 className="mb-2 text-lg">As plain text</h2>
        <pre className="overflow-x-auto rounded-surface bg-cream p-4 font-sans whitespace-pre-wrap break-words">
          <Linked text={text} />
        </pre>
      </section>
    </div>
  );
}

/** The text with its addresses as links, so that staff can complete a sign-up from here. */
function Linked({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never change order
      <a key={index} href={part} className="break-all text-spruce-700 underline">
        {part}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never change order
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
