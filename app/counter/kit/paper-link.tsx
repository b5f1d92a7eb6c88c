/** Renders the way to a PDF, which opens beside the counter and is printed from there. */
import { buttonClass } from '#ui/button.tsx';
import { Printer } from '#ui/icons.ts';

export function PaperLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className={buttonClass('secondary', 'normal', 'min-h-14 wrap-anywhere')}
    >
      <Printer aria-hidden="true" className="size-5" /> {children}
    </a>
  );
}
