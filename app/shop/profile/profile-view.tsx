/** Renders My Profile (specification section 2). */
import type { ReactNode } from 'react';
import type { MyProfile } from '#core/accounts/customers/profile-queries.server.ts';
import { StatusBadge, type Tone } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { AgePanel, ageLabel } from './age-panel.tsx';
import { PhotoSection } from './photo-section.tsx';
import { ProfileForm } from './profile-form.tsx';

/**
 * The specification's tag (section 4, 'Profile tag'). People read 'Verified' as 'my age is verified', so a loaded or
 * saved profile is verified only once staff have approved the age, and pending until then (decision 96).
 */
type Tag = 'Pending' | 'Verified' | 'Error';
const tones: Readonly<Record<Tag, Tone>> = { Pending: 'yellow', Verified: 'green', Error: 'red' };

function tagOf(profile: MyProfile | null, refusal: FormRefusal | undefined): Tag {
  if (profile && refusal) return 'Error';
  return profile?.age.state === 'approved' ? 'Verified' : 'Pending';
}

export function ProfilePage({
  profile,
  refusal,
  orders,
}: {
  /** null if it could not be loaded. */
  profile: MyProfile | null;
  refusal: FormRefusal | undefined;
  /** The person's latest orders; composed by the route. */
  orders: ReactNode;
}) {
  const tag = tagOf(profile, refusal);
  return (
    <>
      <PageHead title="My Profile" />
      {profile === null ? (
        <>
          <ProfileTag tag={tag}>Your profile is not loaded.</ProfileTag>
          <Notice tone="caution" title="We could not load your profile.">
            <p className="mt-1 mb-3">Nothing is lost.</p>
            <ButtonLink to="/profile" reloadDocument rank="secondary">
              Try again
            </ButtonLink>
          </Notice>
        </>
      ) : (
        <div className="grid gap-12">
          {profile.age.state === 'rejected' ? (
            <p role="alert" className="rounded-control bg-clay-700 px-4 py-3 font-medium text-paper">
              Selling to anyone under {profile.age.minimumAge} is illegal. Check ID.
            </p>
          ) : null}
          <AgePanel profile={profile} />
          <section aria-labelledby="about-you">
            <h2 id="about-you" className="mb-2 text-xl">
              About you
            </h2>
            <ProfileTag tag={tag}>
              {tag === 'Error'
                ? 'Your changes are not saved yet.'
                : `Your profile is saved. Age verification: ${ageLabel(profile.age.state).toLowerCase()}.`}
            </ProfileTag>
            <ProfileForm profile={profile} refusal={refusal} />
          </section>
          <PhotoSection kind="license" photo={profile.photos.license} />
          <PhotoSection kind="profile" photo={profile.photos.profile} />
          {orders}
        </div>
      )}
    </>
  );
}

function ProfileTag({ tag, children }: { tag: Tag; children: string }) {
  return (
    <p className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
      <span className="flex items-center gap-2">
        Profile <StatusBadge tone={tones[tag]}>{tag}</StatusBadge>
      </span>
      <span>{children}</span>
    </p>
  );
}
