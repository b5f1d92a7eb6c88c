/**
 * Renders the way to the back office, for its staff. It is another map of routes, so its document is loaded. On phones it
 * is its icon: its words would cover a field.
 */
import { Link } from 'react-router';
import { LayoutDashboard } from '#ui/icons.ts';

export function GoToAdmin() {
  return (
    <nav
      aria-label="Back office"
      className="floating fixed right-4 bottom-[calc(1rem+var(--edge-below))] z-20 print:hidden"
    >
      <Link to="/admin" reloadDocument className="go-to-admin">
        <LayoutDashboard aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">Go to Admin</span>
      </Link>
    </nav>
  );
}
