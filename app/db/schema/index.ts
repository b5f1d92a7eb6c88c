/** Every table under one roof, for the client and for drizzle-kit. The one barrel of the house: Drizzle wants one object. */
export * from './activity.ts';
export * from './audit.ts';
export * from './catalogue.ts';
export * from './checkout.ts';
export * from './compliance.ts';
export * from './customers.ts';
export * from './events.ts';
export * from './favorites.ts';
export * from './identity.ts';
export * from './inventory.ts';
export * from './mail.ts';
export * from './notifications.ts';
export * from './orders.ts';
export * from './people.ts';
export * from './pickup.ts';
export * from './saved-views.ts';
export * from './settings.ts';
