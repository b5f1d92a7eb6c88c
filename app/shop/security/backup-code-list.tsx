/** Renders ten backup codes, shown only once: the person prints, copies or saves them before continuing. */
import { useState } from 'react';
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx';
import { useHydrated } from '#ui/hydrated.ts';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';

export function BackupCodeList({
  codes,
  farmName,
  email,
  children,
}: {
  codes: readonly string[];
  farmName: string;
  email: string;
  children?: React.ReactNode;
}) {
  const text = `${farmName}: backup codes of ${email}\nEach works once, in place of a code.\n\n${codes.join('\n')}\n`;
  return (
    <>
      <PageHead title="Two-factor sign-in is on" />
      <section aria-labelledby="backup-codes" className="grid max-w-xl gap-5">
        <h2 id="backup-codes" className="text-xl">
          Your backup codes
        </h2>
        <Notice tone="caution" className="print:hidden">
          They are shown only once. Store them where you can find them without your phone.
        </Notice>
        <p>
          If you lose your phone, enter one of these in place of a code. Each works once.
          <span className="hidden print:inline">
            {' '}
            For {email} at {farmName}.
          </span>
        </p>
        <ul className="figures grid grid-cols-2 gap-x-6 gap-y-2 rounded-surface border border-line bg-surface p-5 font-mono text-lg">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3 print:hidden">
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="backup-codes.txt"
            className={buttonClass('secondary')}
          >
            Save as a file
          </a>
          <WithScripts text={text} />
        </div>
        <div className="flex flex-wrap gap-3 print:hidden">
          {children}
          <ButtonLink to="/security" rank={children ? 'quiet' : 'primary'}>
            I have saved them
          </ButtonLink>
        </div>
      </section>
    </>
  );
}

function WithScripts({ text }: { text: string }) {
  const [said, setSaid] = useState('');
  if (!useHydrated()) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied.');
    } catch {
      setSaid('Copying is not allowed here. Save them as a file instead.');
    }
  };
  return (
    <>
      <Button rank="secondary" onClick={copy}>
        Copy
      </Button>
      <Button rank="secondary" onClick={() => window.print()}>
        Print
      </Button>
      <p role="status" className="content-center text-sm">
        {said}
      </p>
    </>
  );
}
