import { useNavigation } from 'react-router';

/**
 * Whether a license's barcode is on its way to the shop. Once the page shows whose it is, the reading is over: what the
 * page still loads then, another press may interrupt.
 */
export function useReading(): boolean {
  const { state, formData } = useNavigation();
  return state === 'submitting' && formData?.has('readBarcode') === true;
}
