import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

// Safari before 17 has no popovers.
if (!('popover' in HTMLElement.prototype)) await import('@oddbird/popover-polyfill');

const router = <HydratedRouter />;
startTransition(() => {
  hydrateRoot(document, import.meta.env.DEV ? <StrictMode>{router}</StrictMode> : router);
});
