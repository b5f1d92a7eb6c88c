/** Prints on this tablet's printer while the counter is open, in one tab. Browser only. */
import { findDevice, type PrinterDevice } from './devices.ts';
import { type OwnPrinter, onOwnPrinter, ownPrinter } from './own-printer.ts';
import { type Ask, type Notes, type PaperNote, printNext, type Step, settlePaper } from './print-next.ts';

/** `no-device`: it is not plugged in, or a press must connect it again; `other-tab`: another one prints. */
export type RunState = 'off' | 'other-tab' | 'no-device' | 'ready' | 'no-network' | 'removed';

const LOCK = 'counter-printer';
const NOTED = 'counter-printer-paper';
/** How often the shop is asked, in milliseconds; news comes sooner. */
const EVERY = 5_000;
const TIMEOUT = 15_000;

let state: RunState = 'off';
const listeners = new Set<() => void>();
/** The one that a press opened, until the run takes it. */
let chosen: PrinterDevice | null = null;
let wake: () => void = () => undefined;

export const runState = (): RunState => state;
export function onRunState(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function say(next: RunState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Uses a device that a person chose. */
export function passOn(device: PrinterDevice): void {
  chosen = device;
  wake();
}

/** Something may wait to be printed. */
export const lookNow = (): void => wake();

/** Runs until the signal. Where a browser has no locks, every tab prints: the shop gives each paper once. */
export function runPrinter(signal: AbortSignal): void {
  const run = () => loop(signal).finally(() => say('off'));
  if (!navigator.locks) return void run();
  say('other-tab');
  navigator.locks.request(LOCK, { signal }, run).catch(() => say('off'));
}

async function loop(signal: AbortSignal): Promise<void> {
  let device: PrinterDevice | null = null;
  const drop = async () => {
    await device?.close().catch(() => undefined);
    device = null;
  };
  // Another device or another printer was chosen, or none.
  const stop = onOwnPrinter(() => wake());
  signal.addEventListener('abort', () => wake());
  while (!signal.aborted) {
    const own = ownPrinter();
    if (!own || chosen || (device && !isSame(device, own))) await drop();
    device ??= own && (await open(own));
    const step: Step | 'no-device' = await next(own, device);
    if (step === 'device-lost') await drop();
    if (step !== 'again') {
      say(stateOf(step, own));
      await pause();
    }
  }
  stop();
  await drop();
}

async function next(own: OwnPrinter | null, device: PrinterDevice | null): Promise<Step | 'no-device'> {
  const settled = await settlePaper(ask, notes);
  if (settled !== 'again') return settled;
  if (!own) return 'idle';
  if (!device) return 'no-device';
  say('ready');
  return printNext(own.printerId, { ask, notes, write: (bytes) => device.write(bytes) });
}

function stateOf(step: Step | 'no-device', own: OwnPrinter | null): RunState {
  if (!own) return 'off';
  if (step === 'device-lost') return 'no-device';
  return step === 'idle' || step === 'again' ? 'ready' : step;
}

const isSame = ({ known }: PrinterDevice, { device }: OwnPrinter): boolean =>
  known.kind === device.kind && known.id === device.id && known.product === device.product;

async function open({ device: known }: OwnPrinter): Promise<PrinterDevice | null> {
  const taken = chosen;
  chosen = null;
  return taken ?? (await findDevice(known).catch(() => null));
}

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, EVERY);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });

const ask: Ask = async (form) => {
  try {
    const body = new URLSearchParams(form);
    const signal = AbortSignal.timeout(TIMEOUT);
    // A sign-in page is no answer.
    return await fetch('/counter/printer/papers', { method: 'POST', body, signal, redirect: 'manual' });
  } catch {
    return null;
  }
};

let inMemory: PaperNote | null = null;
const notes: Notes = {
  read() {
    try {
      return JSON.parse(localStorage.getItem(NOTED) ?? 'null') as PaperNote | null;
    } catch {
      return inMemory;
    }
  },
  write(note) {
    inMemory = note;
    try {
      if (note) localStorage.setItem(NOTED, JSON.stringify(note));
      else localStorage.removeItem(NOTED);
    } catch {
      // Without it the shop asks about what a reload cut off.
    }
  },
};
