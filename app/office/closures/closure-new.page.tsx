/** Closes or shortens days: first a review with the orders outside, whose address holds the form, then the save. */
import { useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/closure-new.page';
import { answerClosureNew } from './answer-closure-new.server.ts';
import { ClosureFields } from './closure-fields.tsx';
import { closureTexts } from './closure-form.ts';
import { ClosureReview } from './closure-review.tsx';
import { reviewClosure } from './closure-review-queries.server.ts';

const PATH = '/admin/closures';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'closures.manage', request);
  const query = new URL(request.url).searchParams;
  const today = (await storeClock()).today.toString();
  const isReview = query.has('review');
  const texts = closureTexts(query);
  const values = isReview ? texts : { ...texts, first: texts.first || today };
  const { errors, review } = isReview ? await reviewClosure(actor, texts) : { errors: {}, review: null };
  const hasErrors = Object.keys(errors).length > 0;
  const refusal: FormRefusal | undefined = hasErrors ? { errors, values } : undefined;
  return { today, values, refusal, review };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'closures.manage', request);
  return answerClosureNew(actor, await requestForm(request));
}

/** Also after a refusal: what someone else saved changes the review. */
export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = () => [{ title: 'Close days · Admin' }];

export default function ClosureNew({ loaderData, actionData }: Route.ComponentProps) {
  const { today, values, refusal, review } = loaderData;
  const navigation = useNavigation();
  const isReviewing = navigation.state === 'loading' && navigation.location.search.includes('review');
  return (
    <div className="max-w-4xl">
      <BackLink to={PATH} label="Closures" />
      <h1 className="mb-2 text-2xl">Close days</h1>
      <p className="mb-6 max-w-3xl text-ink-soft">
        Nothing changes until you confirm. First you see which orders are outside the new hours.
      </p>
      {actionData ? (
        <Notice tone="error" title={actionData.message} className="mb-5">
          Nothing was saved. What you see below is up to date.
        </Notice>
      ) : null}
      <CheckedForm
        refusal={refusal}
        focus="summary"
        method="get"
        action="#review"
        preventScrollReset={!review}
        className="flex max-w-3xl flex-col gap-5"
      >
        <input type="hidden" name="review" value="yes" />
        <ClosureFields values={values} errors={refusal?.errors ?? {}} today={today} />
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            rank={review ? 'secondary' : 'primary'}
            busy={isReviewing}
            busyText="Looking up orders…"
          >
            {review ? 'Update the review' : 'See affected orders'}
          </Button>
          <ButtonLink to={PATH} rank="quiet">
            Cancel
          </ButtonLink>
        </div>
      </CheckedForm>
      {review ? <ClosureReview review={review} texts={values} /> : null}
    </div>
  );
}
