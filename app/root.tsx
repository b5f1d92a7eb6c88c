/** Renders the document around every page, and the error page when something fails. */
import { type ReactNode, useEffect } from 'react';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteLoaderData,
} from 'react-router';
import { GATE_ATTRIBUTE, leaveNothing, restoreScript } from '#core/ground/frame/age-affirmation.ts';
import { ErrorPage, errorTitle, messageOf, statusOf } from '#core/ground/frame/error-view.tsx';
import { readMinimumAge } from '#core/ground/frame/minimum-age.server.ts';
import { type RootData, SHELL_ROUTE, type ShellFacts } from '#core/ground/frame/shell-route.ts';
import { StayOnPage, stayOnPage } from '#core/ground/frame/stay-on-page.tsx';
import { useAgeGate } from '#core/ground/frame/use-age-gate.ts';
import { viewScript } from '#core/ground/frame/use-view.ts';
import { cartCountScript } from '#core/sales/checkout/cart-count.ts';
import { earlyScanScript, mayBeScannedOn } from '#core/sales/orders/scan/early-scan.ts';
import { MINIMUM_AGE } from '#kernel/age.ts';
import { requestInfo } from '#platform/requests/request-context.ts';
import { earlyPressScript, replayEarlyPresses } from '#ui/early-presses.ts';
import { FocusInSight } from '#ui/focus-in-sight.tsx';
import { ReadAgain } from '#ui/live/read-again.tsx';
import { MinimumAgeContext } from '#ui/minimum-age.ts';
import { useNonce } from '#ui/nonce.ts';
import { KeptFocus } from '#ui/restored-focus.tsx';
import { RouteChange } from '#ui/route-change.tsx';
import type { Route } from './+types/root';
import { StyleSheet } from './style-sheet.tsx';
import displayFont from './ui/fonts/display.woff2?url';
import textFont from './ui/fonts/text.woff2?url';

export const links: Route.LinksFunction = () => [
  // The two fonts of the first screen, requested before the browser reads the style sheet.
  { rel: 'preload', href: textFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

export const meta: Route.MetaFunction = ({ error }) => (error ? [{ title: errorTitle(error) }] : []);

/**
 * Loads the request's ID, which the error page shows as a reference, and the minimum age, which pages outside the
 * shop's layout need too.
 */
export async function loader({ context }: Route.LoaderArgs): Promise<RootData> {
  return { requestId: context.get(requestInfo).id, minimumAge: await readMinimumAge() };
}

/** The data belongs to the document's own request, so it is never reloaded. */
export const shouldRevalidate = () => false;

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [stayOnPage];

/** Days an age affirmation lasts when the shop's settings are not available. */
const GATE_DAYS = 30;

/** Runs before the first paint. Empty in browsers: they have run it by then, and React leaves its text as it is. */
const headScripts = (gateDays: number, pathname: string): string =>
  import.meta.env.SSR
    ? [
        ...[restoreScript(gateDays), viewScript, cartCountScript, earlyPressScript],
        ...(mayBeScannedOn(pathname) ? [earlyScanScript] : []),
      ].join(';')
    : '';

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const gateOpen = useAgeGate();
  const { pathname } = useLocation();
  const shell = useRouteLoaderData(SHELL_ROUTE) as ShellFacts | undefined;
  const root = useRouteLoaderData('root') as RootData | undefined;
  useEffect(leaveNothing, []);
  // Runs after the pages' effects, when what a press opens is ready. Also runs on error pages.
  useEffect(() => {
    const timer = setTimeout(replayEarlyPresses);
    return () => clearTimeout(timer);
  }, []);
  return (
    // The inline script removes this attribute before React hydrates, and adds one for the health warning.
    <html lang="en" {...{ [GATE_ATTRIBUTE]: gateOpen ? 'open' : undefined }} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <script nonce={nonce} suppressHydrationWarning>
          {headScripts(shell?.ageGateDays ?? GATE_DAYS, pathname)}
        </script>
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#14261e" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0c1712" media="(prefers-color-scheme: dark)" />
        <Meta />
        <StyleSheet />
        <Links nonce={nonce} />
      </head>
      <body>
        <MinimumAgeContext value={shell?.store.minimumAge ?? root?.minimumAge ?? MINIMUM_AGE}>
          {children}
        </MinimumAgeContext>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return (
    <>
      <Outlet />
      <ReadAgain />
      <FocusInSight />
      <KeptFocus />
      <RouteChange />
      <StayOnPage />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorPage status={statusOf(error)} message={messageOf(error)} />
    </main>
  );
}
