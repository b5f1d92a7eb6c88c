/**
 * /display: a screen for customers. Before staff pair it, it shows a code; then what is in front of its register, or the
 * line. Everything it shows, it asks for: nothing is in the page itself, so nothing old comes back with it.
 */
import { data } from 'react-router';
import { newDisplayCookie, readDisplayToken } from '#core/sales/displays/display-cookie.server.ts';
import type { Route } from './+types/display.page';
import { CodeView, IdleView, WaitView } from './display-still.tsx';
import { LineView } from './line-view.tsx';
import { OrderView } from './order-view.tsx';
import { useDisplay } from './use-display.ts';

export function loader({ request }: Route.LoaderArgs) {
  const known = readDisplayToken(request.headers.get('cookie'));
  const headers = { 'Cache-Control': 'no-store' };
  return known === null
    ? data(null, { headers: { ...headers, 'Set-Cookie': newDisplayCookie() } })
    : data(null, { headers });
}

export const meta: Route.MetaFunction = () => [
  { title: 'Customer screen' },
  { name: 'robots', content: 'noindex' },
];

export default function DisplayPage() {
  const view = useDisplay();
  return (
    <main id="content" className="min-h-dvh bg-paper text-ink">
      <h1 className="sr-only">Customer screen</h1>
      <noscript>
        <p className="p-6 text-lg">This screen needs JavaScript. Turn it on in the browser’s settings.</p>
      </noscript>
      <View view={view} />
    </main>
  );
}

function View({ view }: { view: ReturnType<typeof useDisplay> }) {
  switch (view?.kind) {
    case 'code':
      return <CodeView code={view.code} />;
    case 'order':
      return <OrderView view={view} />;
    case 'line':
      return <LineView view={view} />;
    case 'idle':
      return <IdleView farm={view.farm} />;
    default:
      return <WaitView />;
  }
}
