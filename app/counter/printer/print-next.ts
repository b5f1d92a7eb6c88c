/**
 * One step of a tablet that prints: says what became of the paper before, or asks for the next one and passes it to the
 * device. How far a paper is, is noted before each step, so that whatever ends in the middle, a reload, a lost network, a
 * pulled cable, the paper is printed once, or asked about.
 */

/**
 * `told`: the tablet heard of the paper and passed nothing on; `writing`: its bytes went to the device; `written`: the device
 * took all of them.
 */
export type PaperNote = { printerId: string; job: string; phase: 'told' | 'writing' | 'written' };
export type Notes = { read(): PaperNote | null; write(note: PaperNote | null): void };

/** What the shop answers; null if no answer came. */
export type Ask = (form: Record<string, string>) => Promise<Response | null>;

export type Step =
  /** There is more to do at once. */
  | 'again'
  | 'idle'
  | 'no-network'
  /** The device failed with a paper: it is opened again. */
  | 'device-lost'
  /** The printer was removed, or is no longer one of a tablet. */
  | 'removed';

/** Milliseconds in which a device takes a paper; it waits while it has none on its roll. */
const PATIENCE = 40_000;

const outcomes = { told: 'not-printed', writing: 'perhaps-printed', written: 'printed' } as const;

/** Says what became of the paper before. 'again' if there was none, or it is said. */
export async function settlePaper(ask: Ask, notes: Notes): Promise<Step> {
  const note = notes.read();
  if (!note) return 'again';
  const { printerId, job, phase } = note;
  const answer = await ask({ intent: 'end', printer: printerId, job, outcome: outcomes[phase] });
  // 404: the printer was removed, and its papers with it.
  if (answer?.status !== 204 && answer?.status !== 404) return 'no-network';
  notes.write(null);
  return 'again';
}

/** The next paper, to the device. The caller has said what became of the one before. */
export async function printNext(
  printerId: string,
  {
    ask,
    notes,
    write,
    patience = PATIENCE,
  }: { ask: Ask; notes: Notes; write: (bytes: Uint8Array) => Promise<void>; patience?: number },
): Promise<Step> {
  const response = await ask({ intent: 'next', printer: printerId });
  if (response?.status === 404) return 'removed';
  if (response?.status !== 200) return 'no-network';
  const { job } = (await response.json()) as { job: string | null };
  if (job === null) return 'idle';
  const note = { printerId, job };
  notes.write({ ...note, phase: 'told' });
  const given = await ask({ intent: 'take', printer: printerId, job });
  if (given?.status !== 200) return given ? 'again' : 'no-network';
  const bytes = await bytesOf(given);
  if (!bytes) return 'no-network';
  notes.write({ ...note, phase: 'writing' });
  try {
    await inTime(write(bytes), patience);
  } catch {
    return 'device-lost';
  }
  notes.write({ ...note, phase: 'written' });
  return 'again';
}

/** null if the answer was cut off. */
async function bytesOf(response: Response): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch {
    return null;
  }
}

async function inTime(work: Promise<void>, patience: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the device takes nothing')), patience);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
