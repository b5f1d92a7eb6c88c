/** Outages of the state's tracking system. */

/** 'Outage 3' */
export const outageName = (number: number): string => `Outage ${number}`;
