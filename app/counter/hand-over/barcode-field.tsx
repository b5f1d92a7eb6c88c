/**
 * Renders where a license's barcode is read: a scan anywhere on the page is read at once. Without scripts, and for a
 * scanner that types slowly, it types into a field, and a button reads it.
 */
import { useEffect, useEffectEvent, useRef } from 'react';
import { useParams } from 'react-router';
import { useScanner } from '#core/sales/orders/scan/use-scanner.ts';
import { Button } from '#ui/button.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { IdCard } from '#ui/icons.ts';
import { CameraButton } from '../camera/camera-button.tsx';
import { takeLicense } from '../kit/carried-license.ts';
import { useConnection } from '../network/use-connection.ts';
import { useReading } from './use-reading.ts';

export function BarcodeField({
  errors,
  isScanned,
}: {
  errors: readonly string[] | undefined;
  isScanned: boolean;
}) {
  const field = useRef<HTMLDetailsElement>(null);
  const isReading = useReading();
  const isLost = useConnection().lostSince !== null;
  const wasReading = useRef(false);
  useEffect(() => {
    // What a button press read must not stay on screen; a scan's text never does.
    const barcode = field.current?.querySelector('textarea');
    if (wasReading.current && !isReading && barcode) barcode.value = '';
    wasReading.current = isReading;
  }, [isReading]);
  const scan = (text: string) => {
    const barcode = field.current?.querySelector('textarea');
    const button = field.current?.querySelector('button');
    if (!barcode || !button) return;
    barcode.value = text;
    barcode.form?.requestSubmit(button);
    // The text is on its way, and the next scan must not follow it.
    barcode.value = '';
  };
  useScanner(scan);
  const { orderId } = useParams();
  const readCarried = useEffectEvent(() => {
    const text = takeLicense(orderId);
    if (text !== null) scan(text);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each order.
  useEffect(() => readCarried(), [orderId]);
  return (
    <div>
      {isScanned ? null : (
        <p className="flex items-center gap-3 rounded-control bg-river-100 p-4 text-lg font-semibold noscript:hidden">
          <IdCard aria-hidden="true" className="size-7 shrink-0 text-river-700" />
          {isLost
            ? 'Without a network, type what is on the card'
            : isReading
              ? 'Reading…'
              : 'Scan the back of the license'}
        </p>
      )}
      {isLost ? null : (
        <div className="mt-3 noscript:hidden">
          <CameraButton onScan={scan} wanted="license" />
        </div>
      )}
      <details
        ref={field}
        open={errors !== undefined}
        // Another card is scanned without it.
        className={`mt-1 ${isScanned ? 'hidden noscript:block' : ''}`}
      >
        <summary className="inline-flex min-h-11 items-center text-sm underline underline-offset-4">
          Scan into a field
        </summary>
        <div className="flex flex-col items-start gap-3">
          <TextAreaField
            label="Barcode of the license or ID"
            name="barcode"
            rows={2}
            autoComplete="off"
            spellCheck={false}
            hint="Not saved."
            errors={errors}
            className="w-full"
          />
          <Button
            type="submit"
            name="readBarcode"
            value="1"
            rank="secondary"
            className="min-h-12"
            busy={isReading}
            busyText="Reading…"
          >
            Read the barcode
          </Button>
        </div>
      </details>
    </div>
  );
}
