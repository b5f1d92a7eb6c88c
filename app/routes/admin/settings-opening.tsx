/** What is left to set up, and the switch that opens the shop. */
import { Form, useNavigation } from 'react-router';
import { requirePermission } from '#features/identity/guards.server.ts';
import { holdSession } from '#features/identity/hold-session.server.ts';
import { closeShop, confirmStep, hideSetUp, openShop } from '#features/settings/open-shop.server.ts';
import { readSetUp } from '#features/settings/set-up-queries.server.ts';
import { isSetUpStep, stepsMissing } from '#features/settings/set-up-steps.ts';
import { ConfirmFirst } from '#features/settings/ui/section-page.tsx';
import { SetUpList } from '#features/settings/ui/set-up-list.tsx';
import { redirectWithFlash } from '#platform/flash.ts';
import { requestForm } from '#platform/request-body.ts';
import { confirmAtFor } from '#shell/settings-page.server.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/settings-opening';

const PATH = '/admin/settings/opening';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const [setUp, confirmAt] = await Promise.all([readSetUp(actor), confirmAtFor(actor, request)]);
  if (!setUp) throw new Response(null, { status: 403 });
  // Asked for where it can be pressed: what is missing keeps the shop closed anyway.
  const canSwitch = setUp.isOpen || stepsMissing(new Set(setUp.done)).length === 0;
  return { ...setUp, confirmAt: canSwitch ? confirmAt : null };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const form = await requestForm(request);
  const step = form.get('step');
  const said = (outcome: Awaited<ReturnType<typeof openShop>>, words: string, to = PATH) =>
    outcome.ok ? redirectWithFlash(to, words, 'success') : redirectWithFlash(PATH, outcome.problem, 'error');
  switch (form.get('intent')) {
    case 'open':
      return said(await openShop(actor, holdSession), 'The shop is open.');
    case 'close':
      return said(await closeShop(actor, holdSession), 'Visitors read that the shop is not open yet.');
    case 'hide':
      return said(await hideSetUp(actor), 'The dashboard no longer shows the set-up.', '/admin/dashboard');
    case 'confirm':
      if (isSetUpStep(step)) return said(await confirmStep(actor, step), 'Noted.');
  }
  throw new Response(null, { status: 400 });
}

export default function Opening({ loaderData: { isOpen, done, confirmAt } }: Route.ComponentProps) {
  const navigation = useNavigation();
  const missing = stepsMissing(new Set(done));
  return (
    <>
      <Notice
        tone={isOpen ? 'success' : 'caution'}
        title={isOpen ? 'The shop is open to visitors.' : 'Visitors read that the shop is not open yet.'}
        className="mb-6"
      >
        {isOpen ? null : (
          <p className="mt-1">
            You and your staff see it as it will be. Nobody else can, and nothing can be reserved.
          </p>
        )}
      </Notice>
      <SetUpList done={done}>
        {(step) =>
          step === 'products' ? null : (
            <Form method="post">
              <input type="hidden" name="step" value={step} />
              <Button
                type="submit"
                name="intent"
                value="confirm"
                rank="quiet"
                size="small"
                className="-ml-3 min-h-11"
              >
                This is right<span className="sr-only">: {step}</span>
              </Button>
            </Form>
          )
        }
      </SetUpList>
      <div className="mt-8">
        {confirmAt ? <ConfirmFirst at={confirmAt} hasTyped={false} /> : null}
        {isOpen ? (
          <Confirm
            label="Close the shop"
            of="to visitors"
            question="Close the shop to visitors?"
            consequence="They read that it is not open yet, and nothing can be reserved. Orders that are placed stay."
            fields={{ intent: 'close' }}
            keep="Leave it open"
            rank="secondary"
          />
        ) : (
          <Form method="post">
            <Button
              type="submit"
              name="intent"
              value="open"
              busy={navigation.formData?.get('intent') === 'open'}
              busyText="Opening…"
            >
              Open the shop
            </Button>
            {missing.length > 0 ? (
              <p className="mt-2 text-ink-soft">
                Left before it opens: {missing.map(({ label }) => label).join(', ')}.
              </p>
            ) : null}
          </Form>
        )}
      </div>
    </>
  );
}
