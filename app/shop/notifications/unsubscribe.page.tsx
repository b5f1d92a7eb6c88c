/**
 * The target of the unsubscribe link in promotional mail (RFC 8058). Opening it changes nothing, because mail scanners
 * follow links; the button unsubscribes, and so does the POST that a mail program sends by itself. It needs no sign-in
 * and is outside the shop's frame, so that no age gate gets in the way.
 */
import { data, Form, Link, useNavigation } from 'react-router';
import { unsubscribe, whatEnds } from '#core/ground/notifications/unsubscribe.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button } from '#ui/button.tsx';
import { Mark } from '#ui/mark.tsx';
import type { Route } from './+types/unsubscribe.page';

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? '';

export async function loader({ request }: Route.LoaderArgs) {
  const { store } = await readSettings();
  const about = whatEnds(tokenOf(request));
  return data({ storeName: store.name, about }, { status: about === null ? 400 : 200 });
}

export async function action({ request }: Route.ActionArgs) {
  // Parsed so that a malformed body is refused; only the link says what to end.
  await requestForm(request);
  const ended = await unsubscribe(tokenOf(request));
  return data({ ended }, { status: ended === null ? 400 : 200 });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: ['Unsubscribe', loaderData?.storeName].filter(Boolean).join(' · ') },
  { name: 'robots', content: 'noindex' },
];

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting';
  const { storeName, about } = loaderData;
  const ended = actionData?.ended;
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col items-center px-5 pt-[12vh] pb-12 text-center">
      <Mark className="size-12" />
      <p className="mt-3 font-display text-lg font-medium text-spruce-700">{storeName}</p>
      {about === null ? (
        <>
          <h1 className="mt-8 text-3xl">This link does not work</h1>
          <p className="mt-4 text-ink-soft">
            It is incomplete, or not from us. Open the link in the email again, or sign in and change your
            notification preferences.
          </p>
        </>
      ) : ended ? (
        <div role="status">
          <h1 className="mt-8 text-3xl">You are unsubscribed</h1>
          <p className="mt-4 text-ink-soft">
            We will not email you about this again: {ended}. You still get emails about your orders and
            account security.
          </p>
        </div>
      ) : (
        <>
          <h1 className="mt-8 text-3xl">Unsubscribe</h1>
          <p className="mt-4 text-ink-soft">Press the button to stop emails about this: {about}.</p>
          <Form method="post" className="mt-8">
            <Button type="submit" size="large" busy={isBusy} busyText="Unsubscribing…">
              Unsubscribe
            </Button>
          </Form>
        </>
      )}
      <Link
        to="/notifications/preferences"
        className="mt-8 inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
      >
        All notification preferences
      </Link>
    </main>
  );
}
