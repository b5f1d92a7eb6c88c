/** Renders the header's links, in their row or in a menu. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CachedPart } from '#ui/cached-part.tsx';
import { isCurrent, type NavigationLink } from './navigation.ts';

/** A list of links; the current page's link is marked. */
export function LinkList({
  links,
  pathname,
  className,
  linkClass,
  name,
  last = () => null,
}: {
  links: readonly NavigationLink[];
  /** The current page. */
  pathname: string;
  className?: string;
  linkClass: string;
  /** Distinguishes the lists in the server's cache. */
  name: string;
  /** What follows the links. */
  last?: () => ReactNode;
}) {
  const current = links.filter((link) => isCurrent(link, pathname)).map(({ to }) => to);
  return (
    <CachedPart as="ul" className={className} name={name} by={current}>
      {() => (
        <>
          {links.map((link) => (
            <li key={link.to}>
              <ShellLink link={link} current={current.includes(link.to)} className={linkClass} />
            </li>
          ))}
          {last()}
        </>
      )}
    </CachedPart>
  );
}

export function ShellLink({
  link,
  current = false,
  className,
}: {
  link: NavigationLink;
  current?: boolean;
  className: string;
}) {
  if (link.external) {
    return (
      <a href={link.to} target="_blank" rel="noopener" className={className}>
        {link.label}
        <span className="sr-only"> (PDF, opens in a new tab)</span>
      </a>
    );
  }
  return (
    <Link to={link.to} prefetch="intent" aria-current={current ? 'page' : undefined} className={className}>
      {link.label}
    </Link>
  );
}
