/*
 * Shows a farm's menu on another site, in place of each <div data-farmgate-menu>:
 *
 *   <div data-farmgate-menu></div>
 *   <script src="https://shop.example/embed.js" async></script>
 *
 * data-category="flower" shows one category. The farm lists the sites that may show its menu; a browser refuses the
 * frame everywhere else. Your policy, if your site has one, must allow the shop in script-src and frame-src.
 */
(() => {
  const script = document.currentScript;
  if (!script) return;
  const shop = new URL(script.src).origin;
  const frames = new Set();

  function show(place) {
    // Another copy of this file may have been here.
    if (place.querySelector('iframe')) return;
    const address = new URL('/embed/menu', shop);
    address.searchParams.set('site', location.origin);
    if (place.dataset.category) address.searchParams.set('category', place.dataset.category);
    const frame = document.createElement('iframe');
    frame.title = place.dataset.title || 'Menu';
    frame.loading = 'lazy';
    // It can do what the menu needs, and cannot lead your page elsewhere.
    frame.setAttribute(
      'sandbox',
      'allow-forms allow-popups allow-popups-to-escape-sandbox allow-same-origin allow-scripts',
    );
    Object.assign(frame.style, { display: 'block', width: '100%', height: '30rem', border: '0' });
    frame.src = address.href;
    frames.add(frame);
    place.replaceChildren(frame);
  }

  // Only from the shop, only from one of our frames, and only a number.
  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== shop || data?.farmgate !== 'menu-height' || !Number.isFinite(data.height)) return;
    for (const frame of frames)
      if (frame.contentWindow === source)
        frame.style.height = `${Math.min(Math.max(data.height, 100), 50000)}px`;
  });

  const start = () => document.querySelectorAll('[data-farmgate-menu]').forEach(show);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
})();
