/** Any path under /admin without a page, inside the office's frame. The layout refuses everyone but staff. */
import { data } from 'react-router';
import { AdminNotFound, adminNotFoundTitle, adminNotFoundWords } from '../kit/admin-not-found.tsx';
import type { Route } from './+types/not-found.page';

const words = adminNotFoundWords(null);

export function loader() {
  return data(null, { status: 404 });
}

/** A write to an unknown address gets the same answer as a read. */
export function action() {
  return data(null, { status: 404 });
}

export const meta: Route.MetaFunction = () => [{ title: adminNotFoundTitle(words) }];

export default function NotFound() {
  return <AdminNotFound words={words} />;
}
