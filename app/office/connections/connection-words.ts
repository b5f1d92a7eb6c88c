/** The words of each connection: what it does, what is off without it, and its buttons. */
import type { ProviderKind } from '#core/running/connections/provider-connection.ts';
import type { FormConnectionKind } from '#core/running/connections/shop-connection.ts';
import type { NoticeTone } from '#ui/notice.tsx';

export type ConnectionWords = {
  /** The sentence for one that works. @param place 'smtp.example.com:587' */
  works: (place: string) => string;
  off: string;
  offMeans: string;
  offTone: NoticeTone;
  removing: string;
  test: string;
  save: string;
  /** What to press before the first test. */
  tryIt: string;
};

const message = { test: 'Send me a test', save: 'Save and send me a test', tryIt: 'Send yourself a test.' };
const place = { test: 'Try it', save: 'Save and try it', tryIt: 'Try it.' };

const provider = (name: string): ConnectionWords => ({
  works: () => `People see ‘Continue with ${name}’.`,
  off: `No one can sign in with ${name}.`,
  offMeans: 'Email and password always work.',
  offTone: 'info',
  removing: `The button disappears, and no one can sign in with ${name}.`,
  ...place,
});

/** @param name of a provider, as its button has it */
export function wordsOf(kind: FormConnectionKind, name = 'this provider'): ConnectionWords {
  return kind in others ? others[kind as Exclude<FormConnectionKind, ProviderKind>] : provider(name);
}

const others: Readonly<Record<Exclude<FormConnectionKind, ProviderKind>, ConnectionWords>> = {
  mail: {
    works: (at) => `Email works. The last test was taken by ${at}.`,
    off: 'Without mail no new customer can order.',
    offMeans: 'New customers confirm their email by a link, and staff are invited by one.',
    offTone: 'error',
    removing: 'Email is no longer sent, and no new customer can order.',
    ...message,
  },
  sms: {
    works: (at) => `Text messages work. The last test was taken by ${at}.`,
    off: 'The shop sends no text messages.',
    offMeans: 'Email is enough to run the shop. Text messages cost money at the service.',
    offTone: 'info',
    removing: 'Text messages are no longer sent. Email is.',
    ...message,
  },
  backup: {
    works: (at) => `${at} takes backups.`,
    off: 'No backup leaves this machine.',
    offMeans: 'If its disk fails, orders, customers and records are lost. Choose where backups go.',
    offTone: 'error',
    removing: 'No backup leaves this machine from then on. Backups made so far stay where they are.',
    ...place,
  },
  tracking: {
    works: (at) => `The shop is connected to ${at}.`,
    off: 'The shop is not connected to the state’s system.',
    offMeans: 'You compare by uploading Metrc’s file of packages under Reconciliation.',
    offTone: 'info',
    removing:
      'The shop no longer reads packages, and reports nothing. What it compared and reported so far stays.',
    ...place,
  },
};
