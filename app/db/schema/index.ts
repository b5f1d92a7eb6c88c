/**
 * Exports every table, for the client and for drizzle-kit. The only barrel in the project: Drizzle needs one object.
 */
export * from './activity.ts';
export * from './analytics.ts';
export * from './audit.ts';
export * from './catalogue.ts';
export * from './checkout.ts';
export * from './compliance.ts';
export * from './customers.ts';
export * from './dates.ts';
export * from './events.ts';
export * from './favorites.ts';
export * from './files.ts';
export * from './identity.ts';
export * from './mail.ts';
export * from './notifications.ts';
export * from './orders.ts';
export * from './people.ts';
export * from './pickup.ts';
export * from './promotions.ts';
export * from './saved-views.ts';
export * from './settings.ts';
export * from './stock.ts';
