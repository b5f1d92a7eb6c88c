/** Renders how to connect a printer: to a tablet, or by its address and where its maker wants it typed. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PrinterConnection, PrinterMaker } from '#kernel/statuses.ts';

export function ConnectSteps({
  maker,
  connection,
  url,
}: {
  maker: PrinterMaker;
  connection: PrinterConnection;
  url: string;
}) {
  if (connection === 'tablet')
    return (
      <p className="mt-1 text-sm">
        On the tablet that it is plugged into, or paired with, open{' '}
        <Link to="/counter/printer" className="underline underline-offset-4">
          Printer at the counter
        </Link>{' '}
        in Chrome or Edge, and choose this printer there. It prints while the counter is open on that tablet.
      </p>
    );
  const steps: readonly ReactNode[] =
    maker === 'star'
      ? [
          'Connect the printer to the store’s network, and let it print its network address: hold its feed button while you turn it on.',
          'Open that address in a browser on the same network, and sign in as root. The first password is public, or printed on the printer.',
          'Open CloudPRNT, choose Enable, and type this into Server URL:',
          'Set the polling time to 5 seconds. Save, and choose Restart device.',
        ]
      : [
          'Connect the printer to the store’s network, and let it print its network address: hold its feed button while you turn it on.',
          'Open that address in a browser on the same network, and sign in as epson. The first password is the printer’s serial number.',
          'Open Server Direct Print, choose Enable, and type this into URL of Server 1:',
          'Set the interval to 5 seconds, and leave ID and password empty. Turn ePOS-Print on. Save, and choose Restart.',
        ];
  return (
    <>
      <ol className="mt-1 ml-5 grid list-decimal gap-2 text-sm">
        {steps.map((step, at) => (
          <li key={at === 2 ? 'address' : String(step)}>
            {step}
            {at === 2 ? (
              <code className="mt-1 block rounded-control bg-cream px-3 py-2 text-sm wrap-anywhere select-all">
                {url}
              </code>
            ) : null}
          </li>
        ))}
      </ol>
      <p className="mt-3 text-sm text-ink-soft">
        Then print a test page. Do not share this address: anyone who knows it can fetch what the printer
        prints.
      </p>
    </>
  );
}
