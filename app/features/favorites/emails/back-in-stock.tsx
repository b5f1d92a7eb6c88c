/** The mail that a product somebody waits for is back. */
import { MailButton, type MailFrame, MailLayout, MailParagraph } from '#ui/email/mail-layout.tsx';

export function BackInStock({
  frame,
  name,
  product,
  title,
}: {
  frame: MailFrame;
  /** Of the person. */
  name: string;
  product: { id: number; name: string };
  title: string;
}) {
  return (
    <MailLayout frame={frame} title={title} preview={`${product.name} can be reserved again.`}>
      <MailParagraph>
        Hello {name}. You asked us to tell you: {product.name} is back. We do not hold it for you, so reserve
        it while it is there.
      </MailParagraph>
      <MailButton href={`${frame.origin}/products/${product.id}`}>See it</MailButton>
      <MailParagraph small>We tell you once. To be told again, press Notify me the next time.</MailParagraph>
    </MailLayout>
  );
}
