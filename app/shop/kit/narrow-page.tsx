/** Renders a page of one narrow column: a title, and a form or a few sentences. */
import type { ReactNode, RefObject } from 'react';

export function NarrowPage({
  title,
  heading,
  children,
}: {
  title: string;
  /** The heading, for a page that moves the focus there. */
  heading?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}) {
  return (
    <section className="shell py-12 sm:py-16">
      <div className="mx-auto flex max-w-md flex-col gap-6">
        <h1 ref={heading} tabIndex={heading ? -1 : undefined} className="text-3xl outline-none">
          {title}
        </h1>
        {children}
      </div>
    </section>
  );
}
