/** Sends chosen files one after the other, and holds those that got no answer so that they can be sent again. */
import { useEffect, useReducer, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { type FormAnswer, sendForm } from '#ui/form/send-form.ts';

/** What the upload route answers to a script. */
export type DropsSaid = { message: string; files: { name: string; message: string | null }[] };

const LOST = 'no answer from the shop.';
/** The page loads what was added after this many files, so that it grows while the rest is sent. */
const SHOW_EVERY = 5;

/** `id` tells files of one name apart. */
type LostFile = { id: string; file: File; message: string };

export type QueueState = {
  /** Files of this run, and how many of them are sent; `share` of the current one is sent, 0 to 1. */
  total: number;
  done: number;
  share: number;
  /** Of the file that is being sent. */
  name: string | null;
  lost: LostFile[];
};

const IDLE: QueueState = { total: 0, done: 0, share: 0, name: null, lost: [] };

/** A file that was received but cannot be used counts as sent: the page lists it with its reason. */
export function useFileQueue(action: string) {
  const [state, change] = useReducer(
    (before: QueueState, next: Partial<QueueState>): QueueState => ({ ...before, ...next }),
    IDLE,
  );
  const revalidator = useRevalidator();
  const work = useRef<{
    waiting: File[];
    total: number;
    done: number;
    lost: LostFile[];
    abort: (() => void) | null;
  }>({
    waiting: [],
    total: 0,
    done: 0,
    lost: [],
    abort: null,
  });
  useEffect(() => () => work.current.abort?.(), []);

  const next = () => {
    const now = work.current;
    const file = now.waiting.shift();
    change({ total: now.total, done: now.done, share: 0, name: file?.name ?? null, lost: now.lost });
    if (!file) {
      now.total = 0;
      now.done = 0;
      void revalidator.revalidate();
      return;
    }
    const body = new FormData();
    body.append('files', file);
    now.abort = sendForm(action, body, {
      onProgress: (share) => change({ share }),
      onDone: (answer) => {
        now.abort = null;
        now.done += 1;
        const message = refusalOf(answer);
        if (message !== null)
          now.lost = [...now.lost, { id: `${now.lost.length} ${file.name}`, file, message }];
        else if (now.done % SHOW_EVERY === 0) void revalidator.revalidate();
        next();
      },
    });
  };

  const add = (files: readonly File[]) => {
    const now = work.current;
    if (files.length === 0) return;
    now.waiting.push(...files);
    now.total += files.length;
    if (now.abort) change({ total: now.total });
    else next();
  };
  const again = () => {
    const files = work.current.lost.map(({ file }) => file);
    work.current.lost = [];
    add(files);
  };
  return { state, add, again };
}

/** null if the file was received. */
function refusalOf({ status, answer }: FormAnswer): string | null {
  // A page instead of our answer, such as a sign-in, received nothing.
  if (answer === null) return LOST;
  return status === 200 ? null : (answer as DropsSaid).message;
}
