/** Every table under one roof, for the client and for drizzle-kit. The one barrel of the house: Drizzle wants one object. */
export * from './activity.ts';
export * from './catalogue.ts';
export * from './customers.ts';
export * from './identity.ts';
export * from './inventory.ts';
export * from './notifications.ts';
export * from './orders.ts';
export * from './saved-views.ts';
export * from './settings.ts';
