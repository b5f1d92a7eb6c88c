/** Renders the profile on a customer's page: masked; each field is revealed separately. */
import { Form, Link, useNavigation } from 'react-router';
import { type Revealed, reveals } from '#core/accounts/customers/reveal.ts';
import { photoKinds } from '#kernel/statuses.ts';
import { Button } from '#ui/button.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { Facts } from '#ui/facts.tsx';
import type { CustomerView } from './customer-queries.server.ts';

export type MayDo = {
  decide: boolean;
  manage: boolean;
  note: boolean;
  reveal: readonly Revealed[];
  /** Whether the sign-in is recent enough to reveal fields and make decisions. */
  isFresh: boolean;
  confirmPath: string;
};

export type Shown = { what: Revealed; value: string } | { photo: string } | null;

const photoLabel = { license: 'License photo', profile: 'Profile photo' } as const;

export function CustomerProfile({ of, may, shown }: { of: CustomerView; may: MayDo; shown: Shown }) {
  const field = (what: Revealed) => {
    const whole = shown && 'what' in shown && shown.what === what ? shown.value : null;
    const masked = of.masked[what];
    return (
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="min-w-0 break-words">{whole ?? masked ?? 'Not given'}</span>
        {masked && whole === null && may.reveal.includes(what) ? <Reveal what={what} may={may} /> : null}
      </div>
    );
  };
  return (
    <>
      <Facts
        facts={[
          ['Email', <EmailAddress key="email">{of.email}</EmailAddress>],
          [reveals.phone.label, field('phone')],
          [reveals.address.label, field('address')],
          ['City', of.place ?? 'Not given'],
          [reveals.birthDate.label, field('birthDate')],
          ['Age today', of.age === null ? 'Not known' : String(of.age)],
          [reveals.licenseId.label, field('licenseId')],
          ['License state', of.licenseState ?? 'Not given'],
          ['Joined', of.joined],
        ]}
      />
      <Photos of={of} may={may} shown={shown} />
    </>
  );
}

function Reveal({ what, may }: { what: Revealed; may: MayDo }) {
  const { formData } = useNavigation();
  const label = reveals[what].label.toLowerCase();
  if (!may.isFresh)
    return (
      <ConfirmFirst may={may} of={label}>
        Show
      </ConfirmFirst>
    );
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="reveal" />
      <Button
        type="submit"
        name="what"
        value={what}
        rank="quiet"
        size="small"
        className="-my-2.5 min-h-11"
        busy={formData?.get('what') === what}
        busyText="Showing…"
      >
        Show<span className="sr-only"> the {label}</span>
      </Button>
    </Form>
  );
}

/** Links to the re-check, which leads back here. */
export function ConfirmFirst({ may, of, children }: { may: MayDo; of?: string; children: string }) {
  return (
    <Link
      to={may.confirmPath}
      className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
    >
      {children}
      <span className="sr-only">{of ? ` the ${of}` : ''}, after confirming it’s you</span>
    </Link>
  );
}

function Photos({ of, may, shown }: { of: CustomerView; may: MayDo; shown: Shown }) {
  const { formData } = useNavigation();
  const kinds = photoKinds.filter((kind) => of.photos[kind] && (kind === 'profile' || may.decide));
  if (kinds.length === 0) return null;
  const open = shown && 'photo' in shown ? shown.photo : null;
  return (
    <div className="mt-3">
      <div className="flex flex-wrap gap-x-4">
        {kinds.map((kind) =>
          may.isFresh ? (
            <Form key={kind} method="post" preventScrollReset>
              <input type="hidden" name="intent" value="photo" />
              <Button
                type="submit"
                name="kind"
                value={kind}
                rank="quiet"
                size="small"
                className="min-h-11 -ml-3"
                busy={formData?.get('kind') === kind}
                busyText="Showing…"
              >
                Show {photoLabel[kind].toLowerCase()}
              </Button>
            </Form>
          ) : (
            <ConfirmFirst key={kind} may={may}>{`Show ${photoLabel[kind].toLowerCase()}`}</ConfirmFirst>
          ),
        )}
      </div>
      {open ? (
        <img
          src={`/photos/${open}`}
          alt={`From the profile of ${of.name}`}
          className="mt-2 max-h-96 max-w-full rounded-control bg-cream object-contain"
        />
      ) : null}
    </div>
  );
}
