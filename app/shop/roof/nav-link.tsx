/** Renders the header's links, in their row or in a menu. */

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FETCH_AHEAD } from '#core/ground/frame/fetch-ahead.ts';
import { isCurrent, type NavigationLink } from './navigation.ts';

/** A list of links; the current page's link is marked. */
export function LinkList({
  links,
  pathname,
  className,
  linkClass,
  last,
}: {
  links: readonly NavigationLink[];
  /** The current page. */
  pathname: string;
  className?: string;
  linkClass: string;
  /** What follows the links. */
  last?: ReactNode;
}) {
  return (
    <ul className={className}>
      {links.map((link) => (
        <li key={link.to}>
          <ShellLink link={link} current={isCurrent(link, pathname)} className={linkClass} />
        </li>
      ))}
      {last}
    </ul>
  );
}

export function ShellLink({
  link,
  current = false,
  className,
}: {
  link: NavigationLink;
  /** 'true' on a page that the link's page leads to. */
  current?: boolean | 'true';
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
    <Link
      to={link.to}
      prefetch={FETCH_AHEAD}
      aria-current={current === true ? 'page' : current || undefined}
      className={className}
    >
      {link.label}
    </Link>
  );
}
