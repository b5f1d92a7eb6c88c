/** Opens sign-in over the current page: the dialog loads when first needed; until then the link leads to /login. */
import {
  createContext,
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useState,
} from 'react';
import { Link, useLocation } from 'react-router';
import type { OfferedProvider } from '#core/accounts/identity/providers/provider.ts';
import { type LoginMode, loginPath } from '#core/accounts/identity/sessions/return-path.ts';

const SignInDialog = lazy(() => import('#shop/sign-in/sign-in-dialog.tsx'));

const OpenSignIn = createContext<((mode: LoginMode) => void) | null>(null);

export function SignInPlace({
  providers,
  children,
}: {
  providers: readonly OfferedProvider[];
  children: ReactNode;
}) {
  const [mode, setMode] = useState<LoginMode | null>(null);
  const close = useCallback(() => setMode(null), []);
  return (
    <OpenSignIn value={setMode}>
      {children}
      {mode ? (
        <Suspense>
          <SignInDialog mode={mode} providers={providers} onClose={close} />
        </Suspense>
      ) : null}
    </OpenSignIn>
  );
}

/** Opens the dialog; before JavaScript, in a new tab, or on the login page itself it is a link to /login. */
export function SignInLink({
  mode,
  className,
  children,
  beforeOpening,
}: {
  mode: LoginMode;
  className: string;
  children: ReactNode;
  beforeOpening?: () => void;
}) {
  const open = useContext(OpenSignIn);
  const { pathname, search } = useLocation();
  const returnTo = mode === 'admin' ? null : pathname + search;

  function press(event: MouseEvent) {
    const wantsTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (!open || wantsTab || pathname === '/login') return;
    event.preventDefault();
    beforeOpening?.();
    open(mode);
  }

  return (
    <Link to={loginPath(returnTo, mode)} onClick={press} className={className}>
      {children}
    </Link>
  );
}
