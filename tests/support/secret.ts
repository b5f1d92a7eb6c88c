/** The secret that applications under test are started with, so that tests can sign what they would sign. */
export const TEST_SECRET = 'a secret that only tests know, and is long enough';
