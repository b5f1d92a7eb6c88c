/** Renders the mail of a recall: what to do, what is recalled, and the link to answer. */
import { MailButton, type MailFrame, MailLayout, MailParagraph, MailRule } from '#ui/email/mail-layout.tsx';

export function RecallMail({
  frame,
  title,
  paragraphs,
  lots,
  answerUrl,
}: {
  frame: MailFrame;
  title: string;
  paragraphs: readonly string[];
  /** 'Kestrel, 3.5 g, batch BVK-2604' */
  lots: readonly string[];
  answerUrl: string;
}) {
  return (
    <MailLayout frame={frame} title={title} preview={paragraphs[0] ?? title}>
      {paragraphs.map((paragraph, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs may say the same and never change places
        <MailParagraph key={place}>{paragraph}</MailParagraph>
      ))}
      <MailButton href={answerUrl}>Tell us what you still have</MailButton>
      <MailRule />
      <MailParagraph small>Recalled: {lots.join('; ')}.</MailParagraph>
      <MailParagraph small>
        Questions? Call {frame.phone} or come to {frame.address}.
      </MailParagraph>
    </MailLayout>
  );
}
