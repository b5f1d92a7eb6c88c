/** Renders the search of the board, which scanned passes go through too. */

import { useEffect, useEffectEvent, useRef } from 'react';
import { Form, useFetcher, useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router';
import { readScannedCode, type ScannedCode } from '#core/sales/orders/scan/scanned-code.ts';
import { useScanner } from '#core/sales/orders/scan/use-scanner.ts';
import { randomId } from '#kernel/random-id.ts';
import { flashTone, holdsFlash } from '#platform/requests/flash.ts';
import { isTyping } from '#ui/commands/shortcuts.ts';
import { Search } from '#ui/icons.ts';
import { useToast } from '#ui/toast.tsx';
import { CameraButton } from '../camera/camera-button.tsx';
import { carryLicense, dropLicense } from '../kit/carried-license.ts';
import { accept, warn } from '../kit/shift-sound.ts';
import { BY_SCAN, isLicenseAnswer, isScanAnswer, type ScanAnswer } from './scan-answer.ts';
import { useBoardSays } from './use-board-says.ts';

export function FindBox({ find }: { find: string }) {
  const input = useRef<HTMLInputElement>(null);
  const { scan, isScanning } = useScans(input);
  const isBusy = useNavigation().formData?.get('intent') === 'find' || isScanning;
  useSearchKeys(input);
  return (
    <search className="flex min-w-0 grow basis-72 gap-2 max-[16em]:flex-wrap">
      <Form method="post" className="flex min-w-0 grow gap-2 max-[16em]:contents">
        <input type="hidden" name="intent" value="find" />
        <input
          key={find}
          ref={input}
          type="search"
          name="find"
          defaultValue={find}
          maxLength={100}
          aria-label="Scan a pass, or search by name, phone or order number"
          placeholder="Name, phone or number"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-keyshortcuts="/"
          className="min-h-12 w-full min-w-0 rounded-control bg-surface px-4 text-base inset-ring inset-ring-ink/35 placeholder:text-ink-soft"
        />
        <button
          type="submit"
          className="button button-normal button-secondary min-h-12"
          aria-busy={isBusy || undefined}
        >
          <Search aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">Search</span>
        </button>
      </Form>
      <CameraButton onScan={scan} isSmall />
    </search>
  );
}

type Input = { readonly current: HTMLInputElement | null };

/**
 * Searches for what is scanned, whatever has the focus. A press on another part of the page does not interrupt it: then that
 * press decides where the person is, and the scan's answer is a message there.
 * @returns `scan` does the same for what the camera reads
 */
function useScans(input: Input): { scan: (text: string) => void; isScanning: boolean } {
  const toast = useToast();
  const fetcher = useFetcher<unknown>();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { key: here, pathname, search } = useLocation();
  const isPressed = useNavigation().state !== 'idle';
  const sentAt = useRef(here);
  const license = useRef({ key: '', text: '' });
  useBoardSays(fetcher.data);
  const follow = useEffectEvent((leadsTo: string) => {
    if (!isPressed && here === sentAt.current)
      return void navigate(leadsTo, { preventScrollReset: leadsTo === pathname + search });
    if (holdsFlash(document.cookie)) void revalidate();
  });
  const heed = useEffectEvent((answer: ScanAnswer) => {
    const { key, text } = license.current;
    // Of two licenses in a row each is for its own answer.
    if (isLicenseAnswer(answer) && answer.key === key) carryLicense(text, answer.orders);
    (flashTone(document.cookie) === 'error' ? warn : accept)();
    follow(answer.leadsTo);
  });
  useEffect(() => {
    if (isScanAnswer(fetcher.data)) heed(fetcher.data);
  }, [fetcher.data]);
  // A scan that is sent before the answer to another interrupts it.
  const answered = useRef(Promise.resolve());
  const send = (form: Record<string, string>) => {
    sentAt.current = here;
    answered.current = answered.current.then(() =>
      fetcher.submit({ ...form, ...BY_SCAN }, { method: 'post' }),
    );
    return answered.current;
  };
  const scan = (text: string) => {
    const field = input.current;
    if (!field) return;
    const code = readScannedCode(text, window.location.host);
    // The person before is served.
    dropLicense();
    const refusal = noSearchFor(code);
    if (refusal) {
      warn();
      return toast.show(refusal, { tone: 'error' });
    }
    if (code.kind === 'id-card') {
      license.current = { key: randomId(), text };
      return send({ intent: 'license', key: license.current.key, barcode: text });
    }
    if (isGoods(code)) {
      return send({ intent: 'scan', key: randomId(), code: text });
    }
    field.value = findOf(code, text);
    return send({ intent: 'find', find: field.value });
  };
  useScanner(scan);
  return { scan, isScanning: fetcher.state !== 'idle' };
}

/** '/' moves the focus to the search, Escape away from it. */
function useSearchKeys(input: Input): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const field = input.current;
      if (!field || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.key === 'Escape' && event.target === field) return field.blur();
      if (event.key !== '/' || isTyping(event.target instanceof Element ? event.target : null)) return;
      event.preventDefault();
      field.focus();
      field.select();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [input]);
}

/** Whether it is the code of a product, lot, package or unit, which the order that staff pack may need. */
function isGoods(code: ScannedCode): boolean {
  if (code.kind === 'own-address') return !/\/orders\//i.test(code.path);
  if (code.kind === 'product-code') return code.pass === null;
  return code.kind === 'package-tag' || code.kind === 'retail-item';
}

/** A label may have the order's number, or the address of its page. */
function findOf(code: ScannedCode, text: string): string {
  if (code.kind === 'pass') return code.code;
  const number = code.kind === 'own-address' ? /\/orders\/(ORD\d+)/i.exec(code.path)?.[1] : undefined;
  return number ?? text.trim();
}

/** Why a code finds no order; null if it may. */
function noSearchFor(code: ScannedCode): string | null {
  switch (code.kind) {
    case 'foreign-address':
      return `This code belongs to ${code.host}, not to this shop.`;
    case 'unknown':
      return 'This code could not be read. Scan it again, or type the name.';
    default:
      return null;
  }
}
