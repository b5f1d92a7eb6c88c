/** The links of the header, in their row or in a menu. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CachedPart } from '#ui/cached-part.tsx';
import { isCurrent, type NavigationLink } from './navigation.ts';

/** A list of links, the one of the page that is shown marked. */
export function LinkList({
  links,
  pathname,
  className,
  linkClass,
  name,
  last = () => null,
}: {
  links: readonly NavigationLink[];
  /** The page that is shown. */
  pathname: string;
  className?: string;
  linkClass: string;
  /** Tells the lists apart that the server keeps drawn. */
  name: string;
  /** What stands below the links. */
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
