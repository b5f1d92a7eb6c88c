/**
 * Starts and stops the whole application: settings, database, files, jobs, HTTP. The entry of the server build;
 * `main.js` and `dev.ts` only call `start`.
 */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { offerSetUp } from '#core/accounts/identity/staff/set-up-owner.server.ts';
import { openCatalogueIndex } from '#core/goods/catalogue/catalogue-index.server.ts';
import { openTracking } from '#core/goods/tracking/open-tracking.server.ts';
import { closeUntilSetUp } from '#core/ground/settings/open-shop.server.ts';
import { continuousJob } from '#core/running/backups/continuous/continuous-job.server.ts';
import { handOverLog } from '#core/running/backups/continuous/log-segment.ts';
import { type ContinuousJob, shipRest } from '#core/running/backups/continuous/run-continuous.server.ts';
import { startContinuousBackup } from '#core/running/backups/continuous/start-continuous.server.ts';
import {
  openShopConnections,
  readTrackingOptions,
} from '#core/running/connections/open-connections.server.ts';
import { startBeating, thisInstance } from '#core/running/operations/beat.server.ts';
import { tryWrites } from '#core/running/operations/doctor/try-writes.server.ts';
import { savingTrouble } from '#core/running/operations/doctor/write-rules.ts';
import { openWebhooks } from '#core/running/webhooks/target.server.ts';
import { announceChange, onChange, setListening } from '#db/announced-changes.ts';
import { closeDatabase, databasePool, openDatabase } from '#db/client.ts';
import { listen } from '#db/listen.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { closeReports, openReports } from '#db/reports.ts';
import { isOwnFileStore } from '#db/shop-id.ts';
import { isLoopback } from '#kernel/url.ts';
import { openDemoStore } from '#platform/demo-store.ts';
import { asFullDisk } from '#platform/embedded-database/database-start-error.ts';
import { startEmbeddedDatabase } from '#platform/embedded-database/embedded-database.ts';
import { type Env, readEnv, StartError, sessionUrlOf } from '#platform/env.ts';
import { fileStoreOf, files, openFiles } from '#platform/files/files.ts';
import { startJobs, stopJobs } from '#platform/jobs.ts';
import { log } from '#platform/log.ts';
import { closeMail } from '#platform/outgoing/mail.ts';
import { openPush } from '#platform/outgoing/push.ts';
import { openCookies } from '#platform/requests/cookies.ts';
import { openKeyring } from '#platform/secrets/keyring.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { openTracing } from '#platform/tracing/open-tracing.ts';
import { openUploads } from '#platform/uploads/receive-upload.ts';
import { hasDemoSignIns } from '#seed/demo-sign-ins-queries.ts';
import { openPractice } from '#seed/practice/open-practice.ts';
import { seedWhenEmpty } from '#seed/seed-when-empty.ts';
import { addressReader, proxyTest } from '#server/http/client-address.ts';
import { openMetrics } from '#server/http/metrics.ts';
import { limitConnections, oneAtATime } from '#server/load/connection-limits.ts';
import { cachedRoutes } from '#server/pages/page-address.ts';
import { PageCache } from '#server/pages/page-cache.ts';
import { readRoutes } from '#server/pages/react-router.ts';
import { httpListener } from './http.ts';
import { startLive } from './live.ts';
import { reachDatabase } from './reach-database.ts';
import { savingHealth } from './saving-health.ts';
import { jobs, startWorker } from './worker.ts';

export { runUntilStopped } from './process.ts';

export type StartOptions = {
  /** The project's folder: migrations, demo pictures, built files. */
  root: string;
  /** A real shop: requires a public origin, and opens the demo store only if `DEMO_STORE` is set. */
  isProduction: boolean;
  /** Prints a line for the person at the terminal. */
  say: (line: string) => void;
  environment?: Record<string, string | undefined>;
  /** Wraps the listener; development puts Vite in front. */
  around?: (listener: ReturnType<typeof httpListener>) => ReturnType<typeof httpListener>;
  /** The folder of the built client files; null while Vite serves them. */
  clientFolder: string | null;
};

export type Running = {
  origin: string;
  port: number;
  /** How long a stop first goes on answering, while /readyz says no. */
  drainSeconds: number;
  stop(): Promise<void>;
};

/**
 * Enough for a household, a school or an office behind one address, whose browsers open six connections each; the
 * overall limit is what the memory of a small machine allows. A phone in a tunnel gets ten seconds.
 */
const CONNECTION_LIMITS = { perAddress: 512, overall: 4096, patienceMs: 10_000 };

/** Milliseconds for the last part of the log, at the end of a stop: a supervisor waits ten seconds. */
const REST_MS = 3_000;

const NO_ORIGIN =
  'PUBLIC_ORIGIN is missing: set it to the address at which people reach the shop, such as https://shop.example, and start again.';
const REACHABLE =
  'Other computers can reach this demo store. HOST=127.0.0.1 prevents it; a real shop starts with NODE_ENV=production.';
const DEMO_SIGN_INS =
  'This database holds the demo store, whose passwords were printed: start with an empty database (another DATABASE_URL or DATA_FOLDER), or set DEMO_STORE=yes to open the demo.';

/**
 * Starts everything in order of dependency.
 * @throws StartError with one plain sentence when something outside the code prevents the start.
 */
export async function start(options: StartOptions): Promise<Running> {
  const env = readEnv(options.environment);
  if (options.isProduction && !env.PUBLIC_ORIGIN) throw new StartError(NO_ORIGIN);
  const isDemo = !options.isProduction || env.DEMO_STORE === 'yes';
  openDemoStore(isDemo);
  const addressOf = addressReader(env.TRUSTED_PROXIES);
  const closers: (() => Promise<unknown>)[] = [];
  const closeAll = async () => {
    for (const close of closers.reverse())
      await close().catch((error) => log.error({ err: error }, 'while stopping'));
  };
  try {
    // Closed last, so that the stop is in the traces too.
    if (env.OTEL_EXPORTER_OTLP_ENDPOINT)
      closers.push(await openTracing(tracingOf(env, options.root), options.say));
    const server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 65_000 });
    const connections = openConnections(server);
    limitConnections(server, { ...CONNECTION_LIMITS, isProxy: proxyTest(env.TRUSTED_PROXIES) });
    await bind(server, env);
    closers.push(() => closeServer(server, connections));
    const port = (server.address() as AddressInfo).port;
    const origin = env.PUBLIC_ORIGIN ? new URL(env.PUBLIC_ORIGIN).origin : `http://localhost:${port}`;

    const rest: { job: ContinuousJob | null } = { job: null };
    // Pushed before the database, so it runs after PostgreSQL has ended and handed over its last segment.
    closers.push(async () => {
      if (rest.job) await Promise.race([shipRest(rest.job), pause(REST_MS, undefined, { ref: false })]);
    });
    const url = await openOwnOrGivenDatabase(env, options, closers);
    openSecrets({ given: env.FARMGATE_SECRET, dataFolder: env.dataFolder });
    openKeyring(env.ENCRYPTION_KEY_FILE ?? null);
    const sessionUrl = sessionUrlOf(env) ?? url;
    const sessionSetting = env.DATABASE_SESSION_URL ? 'DATABASE_SESSION_URL' : 'DATABASE_URL';
    await reachDatabase(sessionSetting, sessionUrl, () => migrateDatabase(sessionUrl, options.root));
    openDatabase({ url, sessionUrl, max: env.DATABASE_POOL });
    closers.push(closeDatabase);
    if (env.DATABASE_REPORTS_URL) openReports(env.DATABASE_REPORTS_URL);
    closers.push(closeReports);
    if (sessionUrl !== url) await reachDatabase('DATABASE_URL', url, () => databasePool().query('select 1'));
    if (!isDemo && (await hasDemoSignIns())) throw new StartError(DEMO_SIGN_INS);
    openFiles(fileStoreOf(env));
    // An unresponsive store does not prevent the start; every cleanup checks it again.
    await isOwnFileStore().catch((error) => log.error({ err: error }, 'the file store could not be asked'));
    await openUploads(join(env.dataFolder, 'uploads'));
    openCookies({ secure: origin.startsWith('https:') });
    // A supervisor stores a real shop's output, so links and addresses do not belong in it.
    const stopFollowing = await openShopConnections({ env, origin, say: isDemo ? options.say : null });
    closers.push(async () => {
      stopFollowing();
      closeMail();
    });
    openTracking(readTrackingOptions);
    openPush({ ownServices: env.PUSH_SERVICES });
    openWebhooks({ ownOrigins: env.WEBHOOK_ORIGINS });
    await startJobs({ url: sessionUrl, kinds: jobs.map(({ kind }) => kind) });
    closers.push(() => stopJobs(2_000));
    const playsMetrc = !options.isProduction;
    if (playsMetrc) closers.push(openPractice({ dataFolder: env.dataFolder }));
    if (isDemo) await seedWhenEmpty({ root: options.root, env, origin, say: options.say, playsMetrc });
    else {
      await closeUntilSetUp();
      await sayHowToSetUp(origin, options.say);
    }

    const pages = new PageCache();
    const stopInvalidating = onChange((change) => pages.invalidate(change));
    closers.push(async () => stopInvalidating());
    const listener = await listen({
      url: sessionUrl,
      channel: 'catalogue',
      onNotify: announceChange,
      onLost: () => {
        pages.setListening(false);
        setListening(false);
      },
      onReconnect: () => {
        pages.setListening(true);
        setListening(true);
        announceChange('everything');
      },
    });
    closers.push(() => listener.stop());
    setListening(true);
    const live = await startLive(sessionUrl);
    closers.push(() => live.stop());
    await openCatalogueIndex({
      onMove: () => {
        pages.moves += 1;
      },
      onPrices: () => pages.drop(),
    });
    await startWorker();
    const beating = startBeating(thisInstance(versionOf(options.root), env.dataFolder), async () =>
      savingTrouble(await tryWrites({ env, store: files(), hasDatabase: true })),
    );
    closers.push(() => beating.stop());
    if (env.BACKUP_CONTINUOUS) {
      const continuous = startContinuousBackup();
      closers.push(() => continuous.stop());
      rest.job = await continuousJob(env).catch(() => null);
    }

    let isStopping = false;
    const handle = httpListener({
      publicOrigin: env.PUBLIC_ORIGIN ? origin : null,
      addressOf,
      pages,
      cachedRoutes: options.clientFolder === null ? [] : cachedRoutes((await readRoutes()).routes),
      databaseAnswers: (patience) => listener.answers(patience),
      savingProblem: savingHealth({ env, store: files(), hasDatabase: true }),
      isStopping: () => isStopping,
      metrics: env.METRICS_TOKEN === undefined ? null : await openMetrics(env.METRICS_TOKEN),
      isProxy: proxyTest(env.TRUSTED_PROXIES),
      clientFolder: options.clientFolder,
    });
    server.removeAllListeners('request');
    server.on('request', oneAtATime(options.around ? options.around(handle) : handle));
    // Added last, so it closes first: requests in progress finish before the rest stops.
    closers.push(() => closeServer(server, connections));
    // Runs even earlier, because live streams would otherwise never finish.
    closers.push(() => live.endStreams());
    // A load balancer needs time to see that /readyz says no, before the port closes.
    closers.push(async () => {
      isStopping = true;
      await pause(env.DRAIN_SECONDS * 1000);
    });
    // NODE_ENV=Production, for example, opens the demo.
    if (!options.isProduction && !isLoopback((server.address() as AddressInfo).address))
      options.say(REACHABLE);
    return { origin, port, drainSeconds: env.DRAIN_SECONDS, stop: closeAll };
  } catch (error) {
    // Checks the disk before closing, which frees some space.
    const problem = env.DATABASE_URL ? error : asFullDisk(error, env.dataFolder);
    await closeAll();
    throw problem;
  }
}

/** The version that package.json names. */
function versionOf(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

const tracingOf = (env: Env, root: string) => ({
  root,
  endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? '',
  headers: env.OTEL_EXPORTER_OTLP_HEADERS,
  service: env.OTEL_SERVICE_NAME,
  version: versionOf(root),
  share: env.OTEL_TRACES_SAMPLER_ARG,
});

/** Prints the link that creates the first administrator; only the terminal shows it. */
async function sayHowToSetUp(origin: string, say: (line: string) => void): Promise<void> {
  const token = await offerSetUp();
  if (token)
    say(
      `\nThis shop has no owner yet. Within a day, open this link once to make the account:\n${origin}/set-up?token=${token}`,
    );
}

/** Takes the port before anything else, so that a second start fails at once and harms nothing. */
async function bind(server: Server, env: Env): Promise<void> {
  server.on('request', (_request, response) => {
    response.writeHead(503, { 'Retry-After': '2', 'Content-Type': 'text/plain' });
    response.end('The shop is opening. Please try again in a moment.');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(
          new StartError(
            `Port ${env.PORT} is taken; stop what uses it, or start with another: PORT=${env.PORT + 1} npm start`,
          ),
        );
      } else if (error.code === 'EACCES') {
        reject(
          new StartError(
            `Port ${env.PORT} may not be used by this user; choose one above 1023: PORT=3000 npm start`,
          ),
        );
      } else if (error.code === 'EADDRNOTAVAIL') {
        reject(
          new StartError(
            `HOST ${env.HOST} is no address of this machine; leave HOST out or name one that is.`,
          ),
        );
      } else reject(error);
    });
    server.listen({ port: env.PORT, host: env.HOST }, resolve);
  });
  // A connection that the system refuses to accept, for lack of open files, is an error of the server.
  server.on('error', (error) => log.error({ err: error }, 'a connection could not be accepted'));
}

/** Tracks the open connections. */
function openConnections(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

/** Lets requests in progress finish, for at most six seconds. May be called again. */
async function closeServer(server: Server, connections: ReadonlySet<Socket>): Promise<void> {
  // A keep-alive connection would send request after request until it is cut off in the middle of one.
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  await new Promise<void>((resolve) => {
    let unasked: ReadonlySet<Socket> = new Set();
    const closeIdle = () => {
      server.closeIdleConnections();
      // Browsers open connections in advance, and a connection that never sent a request does not count as idle. A new
      // one's request may still be on its way from the kernel, so it has until the next check.
      for (const socket of unasked) if (socket.bytesRead === 0) socket.destroy();
      unasked = new Set([...connections].filter((socket) => socket.bytesRead === 0));
    };
    // Repeats, because a finished response leaves its connection open.
    const again = setInterval(closeIdle, 100);
    const impatient = setTimeout(() => server.closeAllConnections(), 6000);
    server.close(() => {
      clearInterval(again);
      clearTimeout(impatient);
      resolve();
    });
    closeIdle();
  });
}

async function openOwnOrGivenDatabase(
  env: Env,
  options: StartOptions,
  closers: (() => Promise<unknown>)[],
): Promise<string> {
  if (env.DATABASE_URL) return env.DATABASE_URL;
  const start = () =>
    startEmbeddedDatabase({
      ...{ dataFolder: env.dataFolder, onNotice: options.say },
      settings: env.BACKUP_CONTINUOUS ? handOverLog : {},
    });
  let embedded = await start();
  if (embedded.adopted && env.BACKUP_CONTINUOUS) {
    // It may run without the settings that hand over its log.
    await embedded.stop();
    embedded = await start();
  }
  const running = embedded;
  closers.push(() => running.stop());
  return running.url;
}
