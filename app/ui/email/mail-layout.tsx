/**
 * The frame of every mail: one column on paper, the farm's name above, the law's words below where cannabis
 * is spoken of. Styles are inline because mail clients know nothing else; the few in the head turn the
 * colours round for clients that are dark: by the media query where it is known (Apple Mail, Thunderbird), by
 * Outlook's own attributes in Outlook's. Gmail knows neither and turns the light colours round by itself, so every
 * pair of them stands in elements of their own and none is a picture. The law's words stay black on yellow.
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

/** What the frame says of the store; from its settings. */
export type MailFrame = {
  farmName: string;
  licenseNumber: string;
  address: string;
  phone: string;
  origin: string;
  /** For whom the shop is, in years. */
  minimumAge: number;
  /** The health warnings and the HOPEline; null in mail that does not speak of cannabis. */
  warnings: readonly string[] | null;
};

/** Of promotional mail: the address that ends it; the footer shows it. null in all other mail. */
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

/** @param preview what lists of mail show after the subject; the first line of the mail says the same. */
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
      <Preview>{preview}</Preview>
      <Body className="ground" style={{ margin: 0, padding: '24px 12px', backgroundColor: '#fbf8f1' }}>
        <Container className="words" style={{ maxWidth: 560, margin: '0 auto' }}>
          <Section style={{ padding: '0 8px 16px' }}>
            <Text className="words" style={{ ...mailText, margin: 0, fontFamily: serif, fontSize: 19 }}>
              <Mark /> {frame.farmName}
            </Text>
          </Section>
          <Section
            className="sheet"
            style={{ backgroundColor: '#ffffff', borderRadius: 12, padding: '32px 28px 20px' }}
          >
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

/** The mark of the farm, two lines that meet, in characters: pictures are blocked in many clients. */
function Mark() {
  return (
    <span
      aria-hidden="true"
      data-skip-in-text="true"
      style={{ color: '#d39a34', fontFamily: serif, fontWeight: 700 }}
    >
      Y
    </span>
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
        {frame.farmName} · {frame.address} · {frame.phone}
      </Text>
      <Text className="words" style={words}>
        {frame.warnings ? 'New York State cannabis license' : 'Licensed in New York State, license'}{' '}
        {frame.licenseNumber}. For adults {frame.minimumAge} and older.{' '}
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

/** The one thing to press in a mail. */
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

/** Label and amount on one line, as on a till receipt. */
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
