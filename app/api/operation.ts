/** One thing that the API does: what parses its requests also describes them. */
import type { z } from 'zod';
import type { SignedIn } from '#core/access/actor.ts';
import type { ApiScope } from '#core/api-tokens/api-token.ts';
import type { Result } from '#kernel/result.ts';
import type { ProblemKind } from '#platform/requests/problem-response.ts';

/** Why a request was refused; `message` is for people, `problem` for programs. */
export type ApiProblem = { kind: ProblemKind; problem: string; message: string };

/** What a request brings. `key` is its Idempotency-Key, '' where none is asked for. */
export type ApiInput<P, Q, B> = {
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
  scope: ApiScope;
  params: z.ZodObject;
  query: z.ZodObject;
  body: z.ZodObject | null;
  answer: z.ZodObject;
  status: 200 | 201;
  refusals: readonly Refusal[];
  /** Requires an Idempotency-Key: the same key does a thing once. */
  keyed: boolean;
  /** For the documentation, where it is also run as a test. */
  example: {
    path?: Readonly<Record<string, string>>;
    query?: Readonly<Record<string, string>>;
    body?: unknown;
  };
  handle(input: ApiInput<P, Q, B>): Promise<Result<unknown, ApiProblem>>;
};

type Defined<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodObject | null,
  A extends z.ZodObject,
> = Omit<Operation, 'params' | 'query' | 'body' | 'answer' | 'handle'> & {
  params: P;
  query: Q;
  body: B;
  answer: A;
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
