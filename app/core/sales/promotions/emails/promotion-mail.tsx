/** Renders the mail of a promotion: what is new, where to see it, and the terms and days of an offer. */
import { MailButton, type MailFrame, MailLayout, MailParagraph, MailRule } from '#ui/email/mail-layout.tsx';

export function PromotionMail({
  frame,
  title,
  paragraphs,
  path,
  offer,
}: {
  frame: MailFrame;
  title: string;
  paragraphs: readonly string[];
  path: string | null;
  /** `days` as 'From Nov 5, 2026 through Nov 9, 2026'. */
  offer: { terms: string; days: string } | null;
}) {
  return (
    <MailLayout frame={frame} title={title} preview={paragraphs[0] ?? title}>
      {paragraphs.map((paragraph, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs may say the same and never change places
        <MailParagraph key={place}>{paragraph}</MailParagraph>
      ))}
      {path ? <MailButton href={`${frame.origin}${path}`}>See it in the shop</MailButton> : null}
      {offer ? (
        <>
          <MailRule />
          <MailParagraph small>
            {offer.days}, for adults {frame.minimumAge} and older.
          </MailParagraph>
          <MailParagraph small>Terms: {offer.terms}</MailParagraph>
        </>
      ) : null}
    </MailLayout>
  );
}
