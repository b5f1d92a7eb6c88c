/** Holds a scan back on a page that does nothing with it: it must press nothing either. */
import { useToast } from '#ui/toast.tsx';
import { useScanner } from '../use-scanner.ts';

/**
 * @param typesIntoFields whether a scan into a field stays there, as in the office, where people scan a tag into a form.
 * @param onScan hears of each, to play a tone
 */
export function NothingScanned({
  typesIntoFields = false,
  onScan,
}: {
  typesIntoFields?: boolean;
  onScan?: () => void;
}) {
  const toast = useToast();
  useScanner(
    () => {
      onScan?.();
      toast.show('Nothing is scanned on this page.', { about: 'no-scan' });
    },
    { typesIntoFields },
  );
  return null;
}
