/** The root secret of applications under test, so that tests can sign like them. */
export const TEST_SECRET = 'a secret that only tests know, and is long enough';
