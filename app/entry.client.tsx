import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { reportRenderError } from '#core/ground/frame/render-error.ts';
import { followTranslators } from '#core/ground/frame/translated-text.ts';

// Safari before 17 has no popovers.
if (!('popover' in HTMLElement.prototype)) await import('@oddbird/popover-polyfill');

followTranslators();

const router = <HydratedRouter />;
/** Reports what React caught or could not, and then shows it in the console, as React would. */
const reporting = (show: (error: unknown) => void) => (error: unknown) => {
  show(error);
  reportRenderError(error);
};
startTransition(() => {
  hydrateRoot(document, import.meta.env.DEV ? <StrictMode>{router}</StrictMode> : router, {
    onCaughtError: reporting(console.error),
    onUncaughtError: reporting(reportError),
    onRecoverableError: reporting(reportError),
  });
});
