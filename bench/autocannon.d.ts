/** What we use of autocannon, which brings no types of its own. */
declare module 'autocannon' {
  export type AutocannonRequest = {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    setupRequest?: (request: AutocannonRequest) => AutocannonRequest;
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
