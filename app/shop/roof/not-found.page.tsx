/** Any path without a page: 'Page not found.' with status 404 (specification section 2). */
import { data, redirectDocument } from 'react-router';
import { ErrorPage } from '#core/ground/frame/error-view.tsx';
import { isOfStaff } from '#core/ground/frame/staff-path.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import type { Route } from './+types/not-found.page';

export function loader() {
  return data(null, { status: 404 });
}

/** A write to an unknown path gets the same answer as a read. */
export function action() {
  return data(null, { status: 404 });
}

/** The shop's pages have neither the routes of the back office nor its styles (`staff-path`): its document is loaded. */
export function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  if (isOfStaff(url.pathname)) throw redirectDocument(url.pathname + url.search + url.hash);
  return serverLoader();
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Page not found' });

export default function NotFound() {
  return <ErrorPage status={404} />;
}
