/** /admin/settings/files: where pictures, documents and photos are, whether that works, and how they are moved. */
import { data, Form, useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { SET_ON_SERVER } from '#core/running/connections/shop-connection.ts';
import { testConnection } from '#core/running/connections/test-connection.server.ts';
import { Button } from '#ui/button.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/files.page';
import { readFileFacts } from './file-facts-queries.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  requirePermission(context, 'settings.manage', request);
  return readFileFacts();
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const tested = await testConnection(actor, 'storage');
  if (tested.ok) return data(tested.value);
  if (tested.problem.kind === 'not-allowed') throw new Response(null, { status: 403 });
  const minutes = Math.ceil(tested.problem.seconds / 60);
  const message = `Too many tests. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
  return data(
    { works: false, message },
    { status: 429, headers: { 'Retry-After': String(tested.problem.seconds) } },
  );
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Files({ loaderData, actionData }: Route.ComponentProps) {
  const { place, isBucket, trouble } = loaderData;
  const answer = useAnswer(actionData);
  const isTesting = useNavigation().formMethod === 'POST';
  return (
    <>
      <Notice
        tone={trouble === null ? 'success' : 'error'}
        title={trouble ?? 'Files can be saved.'}
        className="mb-6"
      />
      <p className="measure wrap-anywhere">
        {place} has product pictures, certificates, papers and license photos. {SET_ON_SERVER}
      </p>
      <Form method="post" preventScrollReset className="mt-4">
        <Button type="submit" rank="secondary" busy={isTesting} busyText="Testing…">
          Try it
        </Button>
      </Form>
      {answer ? (
        <Notice tone={answer.works ? 'success' : 'error'} title={answer.message} className="mt-3" />
      ) : null}
      <section aria-labelledby="move" className="measure mt-10">
        <h2 id="move" className="mb-2 text-xl">
          Move them
        </h2>
        <p>
          {isBucket
            ? 'To move the files to another bucket or back to this machine, the person who runs the server stops the shop, copies every file with its name, changes the setting and starts the shop.'
            : 'To move the files into a bucket, the person who runs the server stops the shop, copies every file with its name, sets the bucket and starts the shop.'}{' '}
          The manual has the commands: docs/operations.md, ‘Move the files’.
        </p>
      </section>
    </>
  );
}
