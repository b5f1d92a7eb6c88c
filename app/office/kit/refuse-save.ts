/** Answers a refused edit form with the entered values and the version the form was opened with. */
import { data } from 'react-router';
import { RETRY_AFTER_SECONDS } from '#platform/pages/unavailable.ts';
import { readBegan } from '#ui/form/read-base.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';

export function refuseSave<R extends FormRefusal>(
  form: FormData,
  values: Record<string, string>,
  refusal: Partial<R>,
  status = 400,
) {
  return data<FormRefusal & Partial<R>>(
    { errors: {}, ...readBegan(form), ...refusal, values },
    { status, headers: status === 503 ? { 'Retry-After': RETRY_AFTER_SECONDS } : {} },
  );
}
