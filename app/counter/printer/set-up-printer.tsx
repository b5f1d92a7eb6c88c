/** Renders the set-up of a tablet's printer: which one of the store it is, how it is reached, and a test page. */
import { useState, useSyncExternalStore } from 'react';
import { Form, useNavigation } from 'react-router';
import type { PrinterChoice } from '#core/sales/printing/printers-queries.server.ts';
import { StatusBadge, type Tone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { chooseDevice, kindsHere } from './devices.ts';
import {
  type DeviceKind,
  type OwnPrinter,
  onOwnPrinter,
  ownPrinter,
  storeOwnPrinter,
} from './own-printer.ts';
import { onRunState, passOn, type RunState, runState } from './run-printer.ts';

type Props = { printers: readonly PrinterChoice[]; testKey: string };

const kindWords: Readonly<Record<DeviceKind, string>> = {
  usb: 'USB',
  serial: 'Serial port',
  bluetooth: 'Bluetooth',
};

const states: Readonly<Record<RunState, { tone: Tone; label: string; help: string | null }>> = {
  off: { tone: 'plain', label: 'Off', help: null },
  'other-tab': { tone: 'plain', label: 'In another tab', help: 'Another tab of this tablet prints.' },
  'no-device': {
    tone: 'red',
    label: 'Not connected',
    help: 'Turn the printer on and check its cable. If it stays so, connect it again below.',
  },
  ready: { tone: 'green', label: 'Ready', help: null },
  'no-network': { tone: 'yellow', label: 'No network', help: 'Papers wait until the shop answers.' },
  removed: { tone: 'red', label: 'Removed', help: 'An admin removed this printer. Choose another below.' },
};

export function SetUpPrinter({ printers, testKey }: Props) {
  const own = useSyncExternalStore(onOwnPrinter, ownPrinter, () => null);
  return (
    <>
      <Notice tone="caution" className="mb-5 hidden noscript:block">
        This page needs JavaScript. Without it, print receipts and labels as PDFs.
      </Notice>
      <div className="grid gap-8 noscript:hidden">
        {own ? <Connected own={own} testKey={testKey} /> : null}
        {printers.length === 0 ? (
          <p className="text-ink-soft">
            No printer is set up for a tablet. An admin adds one in the back office, under Settings, Printers.
          </p>
        ) : (
          <Connect printers={printers} own={own} />
        )}
      </div>
    </>
  );
}

function Connected({ own, testKey }: { own: OwnPrinter; testKey: string }) {
  const state = useSyncExternalStore(onRunState, runState, () => 'off' as const);
  const isBusy = useNavigation().formData?.get('intent') === 'test';
  const { tone, label, help } = states[state];
  return (
    <section aria-label={own.name} className="rounded-surface border border-line bg-surface p-4 sm:p-5">
      <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-lg wrap-anywhere">{own.name}</h2>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </div>
      <p className="mt-1 text-sm wrap-anywhere text-ink-soft">
        {kindWords[own.device.kind]}: {own.device.name}. It prints while the counter is open here.
      </p>
      {help ? <p className="mt-2">{help}</p> : null}
      <div className="mt-4 flex flex-wrap gap-3">
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="test" />
          <input type="hidden" name="printer" value={own.printerId} />
          <input type="hidden" name="key" value={testKey} />
          <Button type="submit" rank="secondary" className="min-h-12" busy={isBusy} busyText="Sending…">
            Print a test page
          </Button>
        </Form>
        <Button rank="quiet" className="min-h-12" onClick={() => storeOwnPrinter(null)}>
          Forget it<span className="sr-only">: {own.name}</span>
        </Button>
      </div>
    </section>
  );
}

function Connect({ printers, own }: { printers: readonly PrinterChoice[]; own: OwnPrinter | null }) {
  const kinds = useSyncExternalStore(never, kindsText, () => null);
  const [problem, setProblem] = useState<string | null>(null);
  const [printerId, setPrinterId] = useState(own?.printerId ?? '');
  const printer = printers.find(({ id }) => id === printerId) ?? printers[0];
  const connect = async (kind: DeviceKind) => {
    setProblem(null);
    try {
      const device = await chooseDevice(kind);
      if (!device || !printer) return;
      passOn(device);
      storeOwnPrinter({ printerId: printer.id, name: printer.name, device: device.known });
    } catch {
      setProblem(
        'The printer did not open. Another program may use it: close that, plug the printer in again, and retry.',
      );
    }
  };
  if (kinds === '')
    return (
      <Notice tone="caution" title="This browser cannot reach a printer">
        Open the counter in Chrome or Edge, at an address that begins with https. Or print receipts and labels
        as PDFs.
      </Notice>
    );
  return (
    <section aria-labelledby="connect-heading">
      <h2 id="connect-heading" className="mb-2 text-lg">
        {own ? 'Connect it again, or another' : 'Connect a printer'}
      </h2>
      {printers.length > 1 ? (
        <div className="mb-4 max-w-sm">
          <SelectField
            label="Which printer is it?"
            name="own-printer"
            value={printer?.id}
            onChange={({ currentTarget }) => setPrinterId(currentTarget.value)}
          >
            {printers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {(kinds?.split(',') ?? []).map((kind) => (
          <Button
            key={kind}
            rank="secondary"
            className="min-h-14"
            onClick={() => void connect(kind as DeviceKind)}
          >
            {kindWords[kind as DeviceKind]}
          </Button>
        ))}
      </div>
      {problem ? (
        <Notice tone="error" className="mt-4">
          {problem}
        </Notice>
      ) : null}
      <p className="mt-3 text-sm text-ink-soft">
        The browser asks which device it is. On Windows choose the serial port: a browser cannot open a USB
        printer there. A printer that needs a password or a code is paired in the tablet’s own settings first.
      </p>
    </section>
  );
}

const never = () => () => undefined;
const kindsText = () => kindsHere().join(',');
