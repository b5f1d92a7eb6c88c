/** What a screen for customers asks: by its cookie's token alone. It comes for its pairing, and notes that it was seen. */
import { and, eq, gt, inArray } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { inTransaction } from '#db/client.ts';
import { displays } from '#db/schema/displays.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { CODE_MINUTES, type DisplayView, type PairedDisplay, UNSEEN_DAYS } from './display.ts';
import { codesOf, displayHash } from './display-cookie.server.ts';
import { viewOf } from './display-view-queries.server.ts';

/** How old the noted visit may be before it is written again. */
const NOTED_MS = 60_000;

/** What the screen with this token shows now. */
export async function askDisplay(token: string, now = systemClock()): Promise<DisplayView> {
  const display = await pairedNow(token, now);
  return display ? viewOf(display, now) : { kind: 'code', code: codesOf(token, now.epochMilliseconds)[0] };
}

async function pairedNow(token: string, now: Temporal.Instant): Promise<PairedDisplay | null> {
  const tokenHash = displayHash(token);
  const at = asDate(now);
  const ago = (ms: number) => new Date(at.getTime() - ms);
  return inTransaction(async (tx) => {
    const readPaired = () =>
      tx
        .select()
        .from(displays)
        .where(and(eq(displays.tokenHash, tokenHash), gt(displays.seenAt, ago(UNSEEN_DAYS * 86_400_000))));
    const [paired] = await readPaired();
    if (paired) {
      if (at.getTime() - paired.seenAt.getTime() > NOTED_MS)
        await tx.update(displays).set({ seenAt: at }).where(eq(displays.id, paired.id));
      return { id: paired.id, registerId: paired.registerId };
    }
    const codes = codesOf(token, now.epochMilliseconds);
    const waits = and(inArray(displays.code, codes), gt(displays.createdAt, ago(CODE_MINUTES * 60_000)));
    // Two requests of one screen at once: the second waits here, and finds what the first has claimed.
    const [waiting] = await tx
      .select({ id: displays.id, registerId: displays.registerId })
      .from(displays)
      .where(waits)
      .limit(1)
      .for('no key update');
    if (!waiting) {
      const [claimed] = await readPaired();
      return claimed ? { id: claimed.id, registerId: claimed.registerId } : null;
    }
    // A token that was paired and not seen for days has a row of its own.
    await tx.delete(displays).where(eq(displays.tokenHash, tokenHash));
    await tx.update(displays).set({ code: null, tokenHash, seenAt: at }).where(eq(displays.id, waiting.id));
    await announce(tx, 'line');
    return waiting;
  });
}
