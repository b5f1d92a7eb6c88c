/** What a page of the counter does when the network is lost after a press: it stays, and the form can be sent again. */
import { type ClientActionFunctionArgs, data, type ShouldRevalidateFunctionArgs } from 'react-router';
import { isOutOfReach, OUT_OF_REACH } from '#core/ground/frame/error-view.tsx';
import type { FormRefusal } from '#platform/requests/form.ts';

type Sent<Answer> = Pick<ClientActionFunctionArgs, 'request'> & { serverAction: () => Promise<Answer> };

/**
 * The answer of the server, or the page's own when none came.
 * @param lost makes the page's own answer from the form that was sent
 */
export async function answerOrLost<Answer, Lost>(
  { request, serverAction }: Sent<Answer>,
  lost: (form: FormData) => Lost,
) {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (thrown) {
    if (!isOutOfReach(thrown)) throw thrown;
    return data(lost(form), { status: OUT_OF_REACH });
  }
}

/** Loads the page's data again also after a refusal, which a change may have caused; not without a network. */
export const isReachable = ({ actionStatus }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus !== OUT_OF_REACH;

const NO_ANSWER = 'No answer from the server. Check the network, then';
const AGAIN = 'press the button again.';
const AGAIN_SAFELY =
  'press the button again: an order is never completed twice, and the change stays the same.';

/** Everything entered, but for the barcode. */
export function typedAgain(form: FormData): FormRefusal {
  const values: Record<string, string> = {};
  for (const [name, value] of form)
    if (typeof value === 'string' && name !== 'barcode' && name !== 'readBarcode') values[name] ??= value;
  const next = form.has('readBarcode')
    ? 'scan the license again.'
    : values.intent === 'hand-over'
      ? AGAIN_SAFELY
      : AGAIN;
  return { message: `${NO_ANSWER} ${next}`, errors: {}, values };
}
