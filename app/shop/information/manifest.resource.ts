/** Serves the web app manifest, which phones need to put the shop on the home screen. */
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';

export async function loader() {
  const { store } = await readSettings();
  return Response.json(
    {
      name: store.name,
      short_name:
        store.name.length > 12 ? store.name.split(' ').slice(0, 2).join(' ') || store.name : store.name,
      description: store.tagline || store.name,
      id: '/',
      start_url: '/products',
      scope: '/',
      display: 'standalone',
      lang: 'en',
      background_color: '#fbf8f1',
      theme_color: '#14261e',
      shortcuts: [
        { name: 'Menu', url: '/products' },
        { name: 'Cart', url: '/cart' },
        { name: 'Your Orders', url: '/orders' },
      ],
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
        // Its mark lies in the middle two thirds, so a phone may cut the corners.
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        { src: '/mark.svg', sizes: 'any', type: 'image/svg+xml' },
      ],
    },
    { headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' } },
  );
}
