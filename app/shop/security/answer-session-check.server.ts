/** Answers a person's re-check: by password, by passkey, or by signing in again. */
import { redirect } from 'react-router';
import { z } from 'zod';
import { confirmPath } from '#core/accounts/identity/accounts/confirm-path.ts';
import { credentialField, passkeyMessage } from '#core/accounts/identity/second-factor/passkey.ts';
import {
  confirmSession,
  confirmSessionByPasskey,
} from '#core/accounts/identity/sessions/confirm-session.server.ts';
import {
  confirmSessionMessage,
  confirmSessionSchema,
} from '#core/accounts/identity/sessions/confirm-session.ts';
import { readWaitingFile } from '#core/accounts/identity/sessions/pressed-form.server.ts';
import { loginPath } from '#core/accounts/identity/sessions/return-path.ts';
import { signOut } from '#core/accounts/identity/sessions/sign-out.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { refuse } from '#kernel/result.ts';
import { loggedSignIn } from '#platform/log-refusal.ts';
import { readForm } from '#platform/requests/form.ts';
import { answerOf } from '#shop/kit/answer-of.ts';

const passkeySchema = z.object({ credential: credentialField });

export async function answerSessionCheck(
  request: Request,
  actor: SignedIn,
  form: FormData,
  returnTo: string,
) {
  // A download cannot go on by itself: the page that asked offers it.
  const next = readWaitingFile(request, actor)?.page === returnTo ? confirmPath(returnTo) : returnTo;
  switch (form.get('intent')) {
    case 'sign-in-again':
      return redirect(loginPath(returnTo), { headers: { 'Set-Cookie': await signOut(request) } });
    case 'passkey': {
      const read = readForm(form, passkeySchema, ['credential']);
      const outcome = read.ok
        ? await loggedSignIn('passkey', confirmSessionByPasskey(request, actor, read.value.credential))
        : refuse({ kind: 'not-valid' });
      return outcome.ok
        ? redirect(next, { headers: { 'Set-Cookie': outcome.value.cookie } })
        : answerOf(read.refused(passkeyMessage(outcome.problem)), outcome.problem);
    }
    default: {
      const read = readForm(form, confirmSessionSchema, ['password']);
      if (!read.ok) return answerOf(read.refused());
      const outcome = await confirmSession(request, actor, read.value.password);
      return outcome.ok
        ? redirect(next)
        : answerOf(read.refused(confirmSessionMessage(outcome.problem)), outcome.problem);
    }
  }
}
