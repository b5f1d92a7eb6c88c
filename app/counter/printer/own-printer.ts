/** Which printer of the store this tablet prints on, and by which device, stored on it. Browser only. */

const deviceKinds = ['usb', 'serial', 'bluetooth'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** What a browser needs to find the device again. */
export type KnownDevice = { kind: DeviceKind; name: string; vendor: number; product: number; id: string };
export type OwnPrinter = { printerId: string; name: string; device: KnownDevice };

const STORED = 'counter-printer';
/** undefined before it was looked up. */
let known: OwnPrinter | null | undefined;
const listeners = new Set<() => void>();

/** null without one, and where a browser stores nothing. */
export function ownPrinter(): OwnPrinter | null {
  if (known === undefined) known = read();
  return known;
}

/** @returns how to stop */
export function onOwnPrinter(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** @param printer null to forget it */
export function storeOwnPrinter(printer: OwnPrinter | null): void {
  known = printer;
  try {
    if (printer) localStorage.setItem(STORED, JSON.stringify(printer));
    else localStorage.removeItem(STORED);
  } catch {
    // It counts until the page is left.
  }
  for (const listener of listeners) listener();
}

function read(): OwnPrinter | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? 'null');
    return isOwnPrinter(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Of a release before, or written by hand, it may be anything. */
function isOwnPrinter(value: unknown): value is OwnPrinter {
  if (typeof value !== 'object' || value === null) return false;
  const { printerId, name, device } = value as Record<string, unknown>;
  if (typeof device !== 'object' || device === null) return false;
  const { kind, vendor, product, id } = device as Record<string, unknown>;
  return (
    typeof printerId === 'string' &&
    typeof name === 'string' &&
    deviceKinds.some((each) => each === kind) &&
    [vendor, product].every((each) => typeof each === 'number') &&
    typeof id === 'string'
  );
}
