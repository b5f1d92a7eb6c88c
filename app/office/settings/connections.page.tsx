/** Sends test messages to the current admin, and tests storage. */
import { data, Form, useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { type ConnectionKind, isConnectionKind } from '#core/running/connections/connection.ts';
import { readConnections, testConnection } from '#core/running/connections/test-connection.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button } from '#ui/button.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/connections.page';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const connections = await readConnections(actor);
  if (!connections) throw new Response(null, { status: 403 });
  return { connections };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const kind = (await requestForm(request)).get('kind');
  if (!isConnectionKind(kind)) throw new Response(null, { status: 400 });
  const outcome = await testConnection(actor, kind);
  if (outcome.ok) return data({ kind, ...outcome.value });
  if (outcome.problem.kind === 'not-allowed') throw new Response(null, { status: 403 });
  const minutes = Math.ceil(outcome.problem.seconds / 60);
  const message = `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
  return data(
    { kind, works: false, message },
    { status: 429, headers: { 'Retry-After': String(outcome.problem.seconds) } },
  );
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

const words: Readonly<Record<ConnectionKind, { title: string; button: string }>> = {
  mail: { title: 'Mail', button: 'Send me a test email' },
  sms: { title: 'Text messages', button: 'Send me a test message' },
  push: { title: 'Push messages', button: 'Send me a test push' },
  storage: { title: 'File storage', button: 'Write and read a test file' },
};

export default function Connections({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useAnswer(actionData);
  const navigation = useNavigation();
  return (
    <ul className="divide-y divide-line border-y border-line">
      {loaderData.connections.map(({ kind, place, to }) => (
        <li key={kind} className="py-5">
          <h2 className="text-lg">{words[kind].title}</h2>
          <p className="mt-1 wrap-break-word text-ink-soft">{place}</p>
          {to === null ? null : <p className="wrap-break-word text-ink-soft">Tested with: {to}</p>}
          <Form method="post" className="mt-3">
            <input type="hidden" name="kind" value={kind} />
            <Button
              type="submit"
              rank="secondary"
              busy={navigation.formData?.get('kind') === kind}
              busyText="Testing…"
            >
              {words[kind].button}
            </Button>
          </Form>
          {answer?.kind === kind ? (
            <Notice tone={answer.works ? 'success' : 'error'} title={answer.message} className="mt-3" />
          ) : null}
        </li>
      ))}
    </ul>
  );
}
