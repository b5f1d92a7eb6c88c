/** Renders the mail that a product is back in stock. */
import {
  MailButton,
  type MailFrame,
  MailGreeting,
  MailLayout,
  MailParagraph,
} from '#ui/email/mail-layout.tsx';

export function BackInStock({
  frame,
  name,
  product,
  title,
}: {
  frame: MailFrame;
  /** The person's name. */
  name: string;
  product: { id: number; name: string };
  title: string;
}) {
  return (
    <MailLayout frame={frame} title={title} preview={`${product.name} can be reserved again.`}>
      <MailGreeting name={name} />
      <MailParagraph>
        {product.name} is back in stock, and you asked us to notify you. We do not hold it for you, so reserve
        it while it lasts.
      </MailParagraph>
      <MailButton href={`${frame.origin}/products/${product.id}`}>See the product</MailButton>
      <MailParagraph small>We notify you once. Next time, press Notify me again.</MailParagraph>
    </MailLayout>
  );
}
