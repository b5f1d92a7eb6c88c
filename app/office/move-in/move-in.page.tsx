/** /admin/settings/move-in: bring your shop. What came over from another system, compared with it, and how to cut over. */
import { Link } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import type { Route } from './+types/move-in.page';
import { ComparedTable } from './compared-table.tsx';
import { CutOver } from './cut-over.tsx';
import { readMoveIn } from './move-in-page-queries.server.ts';
import { Commands, FromFiles, Runs } from './runs.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'settings.manage', request);
  const page = await readMoveIn(actor);
  if (!page) throw new Response(null, { status: 403 });
  return page;
}

export default function MoveIn({ loaderData: page }: Route.ComponentProps) {
  const { proof, roles, shorts, runs, isOpen } = page;
  return (
    <div className="flex flex-col gap-10">
      <section aria-labelledby="cut-over">
        <h2 id="cut-over" className="mb-2 text-lg">
          Cut over
        </h2>
        <CutOver page={page} />
      </section>
      {isOpen ? null : <FromFiles />}
      {proof ? (
        <section aria-labelledby="compared">
          <h2 id="compared" className="mb-2 text-lg">
            Former shop and this one
          </h2>
          <ComparedTable caption="Former shop and this one" first="What" rows={proof.counts} />
          <h3 className="mt-6 mb-2">Orders and money by month</h3>
          <ComparedTable caption="Orders and money by month" first="Month" rows={proof.months} />
          {proof.stock.length > 0 ? (
            <>
              <h3 className="mt-6 mb-2">Products whose units differ</h3>
              <ul className="max-w-3xl">
                {proof.stock.map(({ productId, name, source, shop }) => (
                  <li key={productId} className="border-t border-line py-2">
                    <Link
                      to={`/admin/products/${productId}/lots`}
                      className="text-spruce-700 underline underline-offset-4"
                    >
                      {name}
                    </Link>
                    : {source} there, {shop} here
                  </li>
                ))}
              </ul>
            </>
          ) : null}
        </section>
      ) : null}
      {shorts.length > 0 ? (
        <section aria-labelledby="shorts">
          <h2 id="shorts" className="mb-2 text-lg">
            Open orders without all of their units
          </h2>
          <ul className="max-w-3xl">
            {shorts.map(({ name, missing }) => (
              <li key={name} className="border-t border-line py-2 break-words">
                {name}: {missing} missing
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {roles.length > 0 ? (
        <section aria-labelledby="roles">
          <h2 id="roles" className="mb-2 text-lg">
            Waiting for their role
          </h2>
          <p className="mb-2 max-w-3xl text-ink-soft">
            They are customers here until an admin gives them the role they had.
          </p>
          <ul className="max-w-3xl">
            {roles.map(({ userId, name, email, role }) => (
              <li key={userId} className="border-t border-line py-2 break-words">
                <Link
                  to={`/admin/users?q=${encodeURIComponent(email)}`}
                  className="text-spruce-700 underline underline-offset-4"
                >
                  {name}
                </Link>
                , {role}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {isOpen ? null : <Commands />}
      <Runs runs={runs} />
    </div>
  );
}
