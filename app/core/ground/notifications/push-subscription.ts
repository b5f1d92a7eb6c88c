/** A browser's push subscription, as the Push API returns it. */
import { z } from 'zod';

const base64url = (bytes: number) =>
  z
    .string()
    .max(200)
    .regex(/^[\w-]+={0,2}$/)
    .refine((text) => atobLength(text) === bytes);

/** The byte length of a base64url text. */
function atobLength(text: string): number {
  return Math.floor((text.replaceAll('=', '').length * 3) / 4);
}

export const pushSubscriptionSchema = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(1000),
  /** A point of the P-256 curve. */
  p256dh: base64url(65),
  auth: base64url(16),
});

export type PushSubscriptionInput = z.output<typeof pushSubscriptionSchema>;

/** Browsers of one person; a new one replaces the oldest. */
export const MOST_BROWSERS = 10;
