/** Any path without a page: 'Page not found.' with status 404 (specification section 2). */
import { data } from 'react-router';
import { ErrorPage } from '#core/frame/error-view.tsx';
import type { Route } from './+types/not-found.page';
import { pageMeta } from './page-meta.ts';

export function loader() {
  return data(null, { status: 404 });
}

/** A write to an unknown path gets the same answer as a read. */
export function action() {
  return data(null, { status: 404 });
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Page not found' });

export default function NotFound() {
  return <ErrorPage status={404} />;
}
