/** One thing that the API does: what parses its requests also describes them. */
import type { z } from 'zod';
import type { ApiScope } from '#core/accounts/api-tokens/api-token.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import type { Result } from '#kernel/result.ts';
import type { ProblemKind } from '#platform/requests/problem-response.ts';

/** Why a request was refused; `message` is for people, `problem` for programs. */
export type ApiProblem = { kind: ProblemKind; problem: string; message: string };

/** What a request brings. `key` is its Idempotency-Key, '' without one. */
export type ApiInput<P, Q, B> = {
  /** Of the token; operations without a scope must not use it. */
  actor: SignedIn;
  path: P;
  query: Q;
  body: B;
  key: string;
  /** The shop's public address. */
  origin: string;
};

/** Statuses of refusals beside those that every operation can answer with. */
type Refusal = 404 | 409;

export type Operation<P = never, Q = never, B = never> = {
  id: string;
  method: 'GET' | 'POST';
  /** Below /api/v1, with parameters as '/products/{id}'. */
  path: string;
  summary: string;
  description: string;
  /** null: no token is needed, so the answer must be fit for anyone, and caches may store it. */
  scope: ApiScope | null;
  params: z.ZodObject;
  query: z.ZodObject;
  body: z.ZodObject | null;
  answer: z.ZodObject;
  status: 200 | 201;
  refusals: readonly Refusal[];
  /**
   * Whether the same Idempotency-Key does a thing once: the operation `requires` a key and stores it itself, `accepts`
   * one, which its command stores (`onceForKey`), or has no use for it.
   */
  key: 'requires' | 'accepts' | null;
  /** For the documentation; a test runs it as it is written there. */
  example: Example;
  handle(input: ApiInput<P, Q, B>): Promise<Result<unknown, ApiProblem>>;
};

export type Example = {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  answer: unknown;
};

type Defined<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodObject | null,
  A extends z.ZodObject,
> = Omit<Operation, 'params' | 'query' | 'body' | 'answer' | 'example' | 'handle'> & {
  params: P;
  query: Q;
  body: B;
  answer: A;
  example: Omit<Example, 'answer'> & { answer: z.input<A> };
  handle(
    input: ApiInput<z.output<P>, z.output<Q>, B extends z.ZodObject ? z.output<B> : null>,
  ): Promise<Result<z.input<A>, ApiProblem>>;
};

/** Types `handle` by the schemas beside it. The table of operations forgets the types again. */
export const operation = <
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodObject | null,
  A extends z.ZodObject,
>(
  defined: Defined<P, Q, B, A>,
): Operation => defined;
