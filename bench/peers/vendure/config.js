/**
 * Vendure as its guides set up a production server: job queue, scheduler and search index in PostgreSQL, and jobs in a
 * worker. Without assets, mails and the dashboard, which would only make it slower.
 */
import {
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSchedulerPlugin,
  DefaultSearchPlugin,
  LanguageCode,
  LogLevel,
  PaymentMethodHandler,
} from '@vendure/core';

/** Customers pay at pickup. */
export const payAtPickup = new PaymentMethodHandler({
  code: 'pay-at-pickup',
  description: [{ languageCode: LanguageCode.en, value: 'Pay at pickup' }],
  args: {},
  createPayment: (_ctx, _order, amount) => ({ amount, state: 'Authorized', metadata: {} }),
  settlePayment: () => ({ success: true }),
});

const { host, port, user, password, database } = JSON.parse(process.env.PEER_DATABASE ?? '{}');

/** @param isEmpty creates the tables, and leaves imported products out of the search index, which is built at the end. */
export const config = ({ isEmpty }) => ({
  apiOptions: { hostname: '127.0.0.1', port: 0, cors: false, introspection: false },
  authOptions: {
    tokenMethod: ['bearer'],
    requireVerification: false,
    superadminCredentials: { identifier: 'owner', password: process.env.PEER_SECRET },
  },
  dbConnectionOptions: {
    type: 'postgres',
    ...{ host, port, username: user, password, database },
    synchronize: isEmpty,
    logging: false,
  },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  paymentOptions: { paymentMethodHandlers: [payAtPickup] },
  plugins: [
    DefaultSchedulerPlugin.init(),
    DefaultJobQueuePlugin.init({ useDatabaseForBuffer: true }),
    DefaultSearchPlugin.init({ bufferUpdates: isEmpty, indexStockStatus: true }),
  ],
});
