/** Renders the head of a page: its breadcrumb, its name, and a sentence if the name is not enough. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';

export type BackTo = { to: string; label: string };

export function PageHead({
  title,
  intro,
  back,
  titleAs: Title = 'h1',
  children,
}: {
  title: ReactNode;
  intro?: ReactNode;
  /** The page above this one. */
  back?: BackTo;
  /** A preview inside another page does not set that page's title. */
  titleAs?: 'h1' | 'h2';
  children?: ReactNode;
}) {
  return (
    <div
      className={`flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pb-8 ${back ? 'pt-6 sm:pt-10' : 'pt-10 sm:pt-14'}`}
    >
      <div className="measure min-w-0">
        {back ? <BackLink {...back} /> : null}
        <Title className="text-3xl sm:text-4xl">{title}</Title>
        {intro ? <p className="mt-4 text-lg text-ink-soft">{intro}</p> : null}
      </div>
      {children}
    </div>
  );
}

/** A link that names its target page. Hidden in print. */
export function BackLink({ to, label }: BackTo) {
  return (
    <p className="print:hidden">
      <Link
        to={to}
        className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
      >
        {label}
      </Link>
    </p>
  );
}
