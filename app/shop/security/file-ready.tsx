/** Offers a download to a person who had to confirm who they are before it. */
import { ButtonLink, buttonClass } from '#ui/button.tsx';
import { PageHead } from '#ui/page-head.tsx';

export function FileReady({ href, page }: { href: string; page: string }) {
  return (
    <>
      <PageHead title="Thanks for confirming" intro="Your file was not downloaded yet." />
      <p className="flex flex-wrap gap-3">
        <a href={href} download className={buttonClass('primary', 'large')}>
          Download the file
        </a>
        <ButtonLink to={page} rank="secondary">
          Back
        </ButtonLink>
      </p>
    </>
  );
}
