/**
 * Renders the way to the back office, for its staff. It is another map of routes, so its document is loaded. On phones it
 * is its icon: its words would cover a field.
 */
import { Link } from 'react-router';
import { LayoutDashboard } from '#ui/icons.ts';

export function GoToAdmin() {
  return (
    <nav aria-label="Back office" className="floating fixed right-4 bottom-4 z-20 print:hidden">
      <Link
        to="/admin"
        reloadDocument
        className="inline-flex size-12 items-center justify-center gap-2 rounded-pill bg-spruce-900 text-sm sm:w-auto sm:px-5 font-medium text-white shadow-lg ring-2 ring-paper hover:underline"
      >
        <LayoutDashboard aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">Go to Admin</span>
      </Link>
    </nav>
  );
}
