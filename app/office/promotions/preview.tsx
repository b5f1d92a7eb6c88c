/** Renders a promotion as each channel sends it. */
import type { PromotionPreview } from '#core/sales/promotions/preview-promotion.server.ts';

type Shown = Omit<PromotionPreview, 'content'> & { content: { text: string } };

export function Preview({ id, preview }: { id: string; preview: Shown }) {
  const { subject, bell, push, sms, content } = preview;
  return (
    <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
      <section className="min-w-0">
        <h2 className="mb-2 text-lg">Mail</h2>
        <p className="mb-3 break-words">
          <span className="text-ink-soft">Subject:</span> {subject}
        </p>
        <iframe
          title="The mail as it looks"
          src={`/admin/promotions/${id}/html`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          className="h-[46rem] w-full rounded-surface border border-line bg-white"
        />
      </section>
      <div className="flex min-w-0 flex-col gap-8">
        <section>
          <h2 className="mb-2 text-lg">Bell</h2>
          <p className="font-medium break-words">{bell.title}</p>
          <p className="break-words text-ink-soft">{bell.message}</p>
        </section>
        <section>
          <h2 className="mb-2 text-lg">Push and text message</h2>
          <p className="mb-2 text-ink-soft">
            Others may see these on the screen, so they do not mention the shop’s products or the offer.
          </p>
          <p>
            <span className="font-medium">{push.title}</span>: {push.body}
          </p>
          <p className="mt-1 break-words">{sms}</p>
        </section>
        <section className="min-w-0">
          <h2 className="mb-2 text-lg">Mail as plain text</h2>
          <pre className="overflow-x-auto rounded-surface bg-cream p-4 font-sans whitespace-pre-wrap break-words">
            {content.text}
          </pre>
        </section>
      </div>
    </div>
  );
}
