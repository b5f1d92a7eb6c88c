/** Sends a form of the cash desk; without an answer what was typed comes back, to be sent again with the same key. */
import { type ClientActionFunctionArgs, data } from 'react-router';
import { isOutOfReach, OUT_OF_REACH } from '#core/frame/error-view.tsx';
import type { FormRefusal } from '#platform/requests/form.ts';
import { outOfReach } from '../hand-over/out-of-reach.ts';

type Sent<T> = Pick<ClientActionFunctionArgs, 'request'> & { serverAction: () => Promise<T> };

export async function answerOrTyped<T>({ request, serverAction }: Sent<T>) {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (thrown) {
    if (!isOutOfReach(thrown)) throw thrown;
    return data<FormRefusal>(outOfReach(form), { status: OUT_OF_REACH });
  }
}
