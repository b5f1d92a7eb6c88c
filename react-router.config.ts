import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  serverModuleFormat: 'esm',
  // The map of routes comes with the page: no request for a piece of it, and no list of admin URLs to probe.
  routeDiscovery: { mode: 'initial' },
  // Three pages have an action for the browser; a file of its own for each would cost more than it saves.
  splitRouteModules: false,
} satisfies Config;
