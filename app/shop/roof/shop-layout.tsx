/** The layout of every shop page. Errors inside it show within the frame, if the frame's own data loaded. */
import { data, Outlet, type ShouldRevalidateFunctionArgs } from 'react-router';
import { ErrorPage, errorTitle, messageOf, statusOf } from '#core/ground/frame/error-view.tsx';
import { isOfStaff } from '#core/ground/frame/staff-path.ts';
import { clearFlashCookie, holdsFlash } from '#platform/requests/flash.ts';
import { VeilContext } from '#ui/veil.ts';
import type { Route } from './+types/shop-layout';
import { Shell } from './shell.tsx';
import { readShell } from './shell-data.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const shell = await readShell(request, context);
  return data(shell, shell.flash ? { headers: { 'Set-Cookie': clearFlashCookie } } : undefined);
}

/** A redirect may have left a message, which only the loader reads and deletes. The back office reads its own. */
export function shouldRevalidate({
  defaultShouldRevalidate,
  nextUrl,
}: ShouldRevalidateFunctionArgs): boolean {
  if (isOfStaff(nextUrl.pathname)) return false;
  return defaultShouldRevalidate || holdsFlash(document.cookie);
}

export const meta: Route.MetaFunction = ({ loaderData, error }) => {
  const name = loaderData?.store.name;
  if (error) return [{ title: name ? `${errorTitle(error)} · ${name}` : errorTitle(error) }];
  return [{ title: name ?? 'Farmgate' }, { name: 'description', content: loaderData?.store.tagline || name }];
};

export default function ShopLayout({ loaderData }: Route.ComponentProps) {
  return (
    <VeilContext value={loaderData.isOpen && !loaderData.ageAffirmed}>
      <Shell data={loaderData}>
        <Outlet />
      </Shell>
    </VeilContext>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const page = <ErrorPage status={statusOf(error)} message={messageOf(error)} />;
  return loaderData ? <Shell data={loaderData}>{page}</Shell> : page;
}
