/** What we use of autocannon, which brings no types of its own. */
declare module 'autocannon' {
  export type AutocannonRequest = {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    /** `context` is a connection's own, and empty again when its requests begin anew. */
    setupRequest?: (request: AutocannonRequest, context: object) => AutocannonRequest;
    onResponse?: (status: number, body: string, context: object, headers: Record<string, string>) => void;
  };
  export type AutocannonOptions = {
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    amount?: number;
    overallRate?: number;
    headers?: Record<string, string>;
    requests?: AutocannonRequest[];
  };
  export type AutocannonResult = {
    /** Answers in all. */
    '2xx': number;
    '3xx': number;
    non2xx: number;
    /** Connection errors and timeouts. */
    errors: number;
    /** Seconds that passed. */
    duration: number;
    /** Milliseconds. */
    latency: { average: number; p50: number; p90: number; p97_5: number; p99: number };
    requests: { total: number };
  };
  export default function autocannon(options: AutocannonOptions): Promise<AutocannonResult>;
}
