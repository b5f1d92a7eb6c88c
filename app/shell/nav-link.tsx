/** One link of the header, in its row or in the small screen's menu. */
import { Link } from 'react-router';
import type { NavigationLink } from './navigation.ts';

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
