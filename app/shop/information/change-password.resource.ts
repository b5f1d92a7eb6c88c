/** /.well-known/change-password: where password managers send people (W3C, A Well-Known URL for Changing Passwords). */
import { redirect } from 'react-router';

export const loader = () => redirect('/security/password');
