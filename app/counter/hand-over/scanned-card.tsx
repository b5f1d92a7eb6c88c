/** Renders who a barcode says the holder is. A barcode can be forged: the card itself counts. */
import { Notice } from '#ui/notice.tsx';
import { fullName, mayBeHolder, type ScannedId } from './scanned-id.ts';

/** @param isGood nothing in the card's own fields is refused */
export function ScannedCard({
  scanned,
  holder,
  isGood,
}: {
  scanned: ScannedId;
  /** Whose ID it must be; null for a walk-in. */
  holder: string | null;
  isGood: boolean;
}) {
  const { issuer, born, expires, isNameCut } = scanned;
  const fits = holder === null || mayBeHolder(scanned, holder);
  return (
    <Notice tone={!isGood ? 'error' : fits ? 'success' : 'caution'} className="wrap-anywhere">
      <p className="text-xl font-semibold">{fullName(scanned.name)}</p>
      <p className="figures text-base">
        {issuer}
        {born ? ` · ${born.age} years old, born ${born.date}` : ''}
        {expires ? ` · expires ${expires}` : ''}
      </p>
      {fits ? null : (
        <p className="mt-1 font-semibold">
          The order is for {holder}.{isNameCut ? ' The barcode has the name cut short.' : ''}
        </p>
      )}
      {expires ? null : <p className="mt-1">The barcode has no expiration date. Type the one on the card.</p>}
      {isGood ? (
        <p className="mt-1">Compare the card with its barcode, and its picture with the person.</p>
      ) : null}
    </Notice>
  );
}
