/**
 * Renders the frame of every email: one column on white, the farm's mark and name above, and the legal notices below if
 * the email mentions cannabis. Styles are inline because mail clients support little else. The few styles in the head
 * switch to dark colors: by media query where supported (Apple Mail, Thunderbird), by Outlook's own attributes in
 * Outlook. Gmail supports neither and inverts the light colors itself, so every color pair has its own element. The
 * legal notices stay black on yellow.
 */
import { Body } from '@react-email/body';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { type CSSProperties, createContext, type ReactNode, useContext } from 'react';

/** The store details in the frame, from its settings. */
export type MailFrame = {
  farmName: string;
  licenseNumber: string;
  address: string;
  phone: string;
  origin: string;
  /** The minimum age of customers, in years. */
  minimumAge: number;
  /** The health warning and the hotlines; null in email that does not mention cannabis. */
  warnings: readonly string[] | null;
  /** A sentence before everything else the mail says. */
  firstLine?: string | undefined;
};

/** For promotional email: the unsubscribe address, shown in the footer. null in all other email. */
export const UnsubscribeUrl = createContext<string | null>(null);

const ink = '#1e2a24';
const sans = 'Inter, "Segoe UI", Helvetica, Arial, sans-serif';
const serif = 'Fraunces, Georgia, "Times New Roman", serif';

const mailText: CSSProperties = {
  margin: '0 0 16px',
  fontSize: 16,
  lineHeight: '26px',
  color: ink,
  fontFamily: sans,
};
const mailSmall: CSSProperties = { ...mailText, fontSize: 14, lineHeight: '22px', margin: '0 0 12px' };

const darkRules = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .ground, .ground > table > tbody > tr > td { background-color: #14261e !important; }
    .sheet { background-color: #1b3128 !important; }
    .words, .words td, .words th { color: #f3ede0 !important; }
    .words a { color: #dde9e1 !important; }
    .line { border-color: #3d6f56 !important; }
    .words a.press { background-color: #dde9e1 !important; color: #14261e !important; }
    .law { background-color: #ffd400 !important; }
    .words .law td, .law .law-words { color: #000000 !important; }
  }
  [data-ogsc] .words { color: #f3ede0 !important; }
  [data-ogsc] .words a { color: #dde9e1 !important; }
  [data-ogsb] .ground { background-color: #14261e !important; }
  [data-ogsb] .sheet { background-color: #1b3128 !important; }
  [data-ogsb] .words a.press { background-color: #dde9e1 !important; }
  [data-ogsc] .words a.press { color: #14261e !important; }
  [data-ogsb] .law { background-color: #ffd400 !important; }
  [data-ogsc] .law-words { color: #000000 !important; }`;

/** @param preview the preview text that inboxes show after the subject; the email's first line says the same. */
export function MailLayout({
  frame,
  preview,
  title,
  children,
}: {
  frame: MailFrame;
  preview: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <Html lang="en">
      <Head>
        <title>{title}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkRules}</style>
      </Head>
      <Preview>{frame.firstLine ? `${frame.firstLine} ${preview}` : preview}</Preview>
      <Body className="ground" style={{ margin: 0, padding: '24px 12px', backgroundColor: '#fbf8f1' }}>
        <Container className="words" style={{ maxWidth: 560, margin: '0 auto' }}>
          <Section style={{ padding: '0 8px 16px' }}>
            <Text className="words" style={{ ...mailText, margin: 0, fontFamily: serif, fontSize: 19 }}>
              <Mark origin={frame.origin} /> {frame.farmName}
            </Text>
          </Section>
          <Section
            className="sheet"
            style={{ backgroundColor: '#ffffff', borderRadius: 12, padding: '32px 28px 20px' }}
          >
            {frame.firstLine ? (
              <Text className="words" style={{ ...mailText, fontWeight: 600 }}>
                {frame.firstLine}
              </Text>
            ) : null}
            <Heading
              as="h1"
              className="words"
              style={{
                margin: '0 0 16px',
                fontFamily: serif,
                fontSize: 26,
                lineHeight: '32px',
                fontWeight: 600,
                color: ink,
              }}
            >
              {title}
            </Heading>
            {children}
          </Section>
          <Footer frame={frame} />
        </Container>
      </Body>
    </Html>
  );
}

/**
 * The farm's mark, two lines that meet. The name beside it says the same, so nothing is missing where the client blocks
 * pictures. It has its own dark ground, which dark clients leave as it is.
 */
function Mark({ origin }: { origin: string }) {
  return (
    <img
      src={`${origin}/icon-192.png`}
      alt=""
      width={32}
      height={32}
      // Otherwise React puts a link that preloads it into the head.
      fetchPriority="low"
      style={{ verticalAlign: 'middle', marginRight: 6, borderRadius: 8, border: 0 }}
    />
  );
}

function Footer({ frame }: { frame: MailFrame }) {
  const unsubscribeUrl = useContext(UnsubscribeUrl);
  const words: CSSProperties = {
    ...mailSmall,
    fontSize: 13,
    lineHeight: '20px',
    color: '#4f5b54',
    margin: '0 0 8px',
  };
  return (
    <Section style={{ padding: '20px 8px 0' }}>
      {frame.warnings ? (
        <Section
          className="law"
          style={{ backgroundColor: '#ffd400', borderRadius: 8, padding: '12px 16px', margin: '0 0 16px' }}
        >
          {frame.warnings.map((warning) => (
            <Text
              key={warning}
              className="law-words"
              style={{ ...mailSmall, fontSize: 13, lineHeight: '20px', color: '#000000', margin: '0 0 6px' }}
            >
              {warning}
            </Text>
          ))}
        </Section>
      ) : null}
      <Text className="words" style={words}>
        {[frame.farmName, frame.address, frame.phone].filter(Boolean).join(' · ')}
      </Text>
      <Text className="words" style={words}>
        {frame.licenseNumber
          ? `${frame.warnings ? 'New York State cannabis license' : 'Licensed in New York State, license'} ${frame.licenseNumber}. `
          : ''}
        For adults {frame.minimumAge} and older.{' '}
        <Link href={frame.origin} style={{ color: '#24503b', textDecoration: 'underline' }}>
          {frame.origin}
        </Link>
      </Text>
      {unsubscribeUrl ? (
        <Text className="words" style={words}>
          You get this mail because you asked for it.{' '}
          <Link href={unsubscribeUrl} style={{ color: '#24503b', textDecoration: 'underline' }}>
            Unsubscribe
          </Link>
        </Text>
      ) : null}
    </Section>
  );
}

/** The one button of an email. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Section style={{ margin: '8px 0 24px' }}>
      <Link
        href={href}
        className="press"
        style={{
          display: 'inline-block',
          backgroundColor: '#24503b',
          color: '#ffffff',
          fontFamily: sans,
          fontSize: 16,
          lineHeight: '24px',
          fontWeight: 600,
          textDecoration: 'none',
          padding: '12px 24px',
          borderRadius: 8,
        }}
      >
        {children}
      </Link>
    </Section>
  );
}

/** The first line of an email. Without a name where the address may be a stranger's. */
export function MailGreeting({ name }: { name?: string }) {
  return <MailParagraph>{name ? `Hello ${name},` : 'Hello,'}</MailParagraph>;
}

export function MailParagraph({ children, small = false }: { children: ReactNode; small?: boolean }) {
  return (
    <Text className="words" style={small ? mailSmall : mailText}>
      {children}
    </Text>
  );
}

export function MailRule() {
  return <Hr className="line" style={{ border: 'none', borderTop: '1px solid #e4e0d6', margin: '16px 0' }} />;
}

/** Label and amount on one line, as on a receipt. */
export type AmountLine = { label: string; detail?: string; amount: string; strong?: boolean };

export function MailAmounts({ lines }: { lines: readonly AmountLine[] }) {
  return (
    <table
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ borderCollapse: 'collapse', margin: '0 0 16px' }}
    >
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.label} ${line.detail ?? ''}`}>
            <td className="words" style={{ ...cell, fontWeight: line.strong ? 700 : 400 }}>
              {line.label}
              {line.detail ? (
                <>
                  <br />
                  <span style={{ fontSize: 14, opacity: 0.8 }}>{line.detail}</span>
                </>
              ) : null}
            </td>
            <td
              className="words"
              align="right"
              style={{ ...cell, fontWeight: line.strong ? 700 : 400, whiteSpace: 'nowrap', paddingLeft: 16 }}
            >
              {line.amount}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const cell: CSSProperties = {
  padding: '6px 0',
  verticalAlign: 'top',
  fontFamily: sans,
  fontSize: 16,
  lineHeight: '24px',
  color: ink,
};
