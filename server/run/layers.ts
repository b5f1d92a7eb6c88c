/** What surrounds every computed answer: headers, probes, files, compression. */
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { log } from '#platform/log.ts';
import type { AddressReader } from '#server/http/client-address.ts';
import { probes } from '#server/http/health.ts';
import { serveMedia } from '#server/http/media.ts';
import { METRICS_PATH, type Metrics } from '#server/http/metrics.ts';
import { headersFor, strictTransport } from '#server/http/security-headers.ts';
import { staticFiles } from '#server/http/static-files.ts';
import type { PageOptions } from '#server/pages/answer-by-routes.ts';
import { answerVisitor } from './answer-visitor.ts';

export type LayerOptions = {
  addressOf: AddressReader;
  /** Whether the database answers within this many milliseconds. */
  databaseAnswers: (patience: number) => Promise<boolean>;
  /** What must be writable and is not, in a few words, within this many milliseconds; otherwise null. */
  savingProblem: (patience: number) => Promise<string | null>;
  /** Answers `/metrics`; null leaves it out. */
  metrics: Metrics | null;
  /** Whether the shop is stopping. */
  isStopping: () => boolean;
  /** Folder of the built client files; null in development, where Vite serves them. */
  clientFolder: string | null;
};

/** `cachedPages` returns how many requests were answered before these layers, for the metrics. */
export function layers(options: LayerOptions, pageOptions: PageOptions, cachedPages: () => number) {
  const { https } = pageOptions;
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.onError((error, context) => {
    log.error({ err: error, path: context.req.path }, 'request failed');
    return context.text('Something went wrong on our side. Please try again.', 500);
  });
  app.use(async (context, next) => {
    await next();
    const { headers } = context.res;
    const common = headersFor(headers.get('Content-Type'), headers.get('Content-Security-Policy'));
    for (const [name, value] of Object.entries(common)) if (!headers.has(name)) headers.set(name, value);
    if (https) headers.set('Strict-Transport-Security', strictTransport);
  });
  app.route('/', probes(options));
  const { metrics, clientFolder } = options;
  if (metrics !== null) app.get(METRICS_PATH, (context) => metrics.answer(context.req.raw, cachedPages()));
  if (clientFolder !== null) app.use(staticFiles(clientFolder, { https }));
  app.get('/media/*', serveMedia);
  // For files and streams; pages and data come compressed.
  app.use(compress());
  const answer = answerVisitor(options.addressOf, pageOptions);
  app.all('*', (context) => answer(context.req.raw, context.env.incoming));
  return app;
}
