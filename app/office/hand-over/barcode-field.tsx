/**
 * Renders the field for a license's barcode. A scan anywhere on the page is read at once; without scripts the scanner
 * types into the field, and a button reads it.
 */
import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import { useScanner } from '#core/orders/scan/use-scanner.ts';
import { Button } from '#ui/button.tsx';
import { TextAreaField } from '#ui/field.tsx';

export function BarcodeField({ errors }: { errors: readonly string[] | undefined }) {
  const field = useRef<HTMLDivElement>(null);
  const isReading = useNavigation().formData?.has('readBarcode') ?? false;
  const wasReading = useRef(false);
  useEffect(() => {
    // What a button press read must not stay on screen; a scan's text never does.
    const barcode = field.current?.querySelector('textarea');
    if (wasReading.current && !isReading && barcode) barcode.value = '';
    wasReading.current = isReading;
  }, [isReading]);
  useScanner((text) => {
    const barcode = field.current?.querySelector('textarea');
    const button = field.current?.querySelector('button');
    if (!barcode || !button) return;
    barcode.value = text;
    barcode.form?.requestSubmit(button);
    // The text is on its way, and the next scan must not follow it.
    barcode.value = '';
  });
  return (
    <div ref={field} className="flex flex-col items-start gap-3 sm:col-span-2">
      <TextAreaField
        label="Barcode of the license or ID"
        name="barcode"
        rows={2}
        autoComplete="off"
        spellCheck={false}
        hint="Scan the back of the card anywhere on this page, or into this field. Not saved. Type passports and military IDs below."
        errors={errors}
        className="w-full"
      />
      <Button
        type="submit"
        name="readBarcode"
        value="1"
        rank="secondary"
        busy={isReading}
        busyText="Reading…"
      >
        Read the barcode
      </Button>
    </div>
  );
}
