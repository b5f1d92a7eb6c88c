/** While a license is read, no other press of its form is sent: it would interrupt the reading, and go without it. */
import type { FormEvent } from 'react';
import { useNavigation } from 'react-router';
import { useToast } from '#ui/toast.tsx';
import { warn } from '../kit/shift-sound.ts';

/**
 * Whether a license's barcode is on its way to the shop. Once the page shows whose it is, the reading is over: what the
 * page still loads then, another press may interrupt.
 */
export function useReading(): boolean {
  const { state, formData } = useNavigation();
  return state === 'submitting' && formData?.has('readBarcode') === true;
}

/** For a form's `onSubmit`: refuses a press while a license is read, and says so. @returns whether it did */
export function useReadingFirst(): (event: FormEvent) => boolean {
  const isReading = useReading();
  const toast = useToast();
  return (event) => {
    if (!isReading) return false;
    event.preventDefault();
    warn();
    toast.show('The license is still being read. Try again in a moment.', { about: 'reading' });
    return true;
  };
}
