/**
 * The development server in front of the site's own: while that is being started again, its calls are answered 503, as the
 * site itself says it, and nothing is written to the terminal, where the compiler's message would scroll away.
 */
import type { ServerResponse } from 'node:http';
import { createLogger, type Logger, type ProxyOptions } from 'vite';

const RETRY_AFTER_S = '1';
/** No server listens at the moment, or it was just stopped. */
const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

function isAway(error: unknown): boolean {
  return error instanceof Error && 'code' in error && AWAY.has(String(error.code));
}

/** A proxy to `target` that says 503 for it while it is away. */
export function patientProxy(target: string, more: ProxyOptions = {}): ProxyOptions {
  return {
    target,
    ...more,
    configure: (proxy) => {
      proxy.on('error', (error, _request, response) => {
        // of a socket there is no answer to give: vite ends it, and the client connects again
        if (isAway(error) && 'writeHead' in response) answerAway(response);
      });
    },
  };
}

function answerAway(response: ServerResponse): void {
  if (response.headersSent || response.writableEnded) return;
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': RETRY_AFTER_S });
  response.end(JSON.stringify({ statusCode: 503, message: 'The server is being started again' }));
}

/** Vite's own logger without its stack traces about a server that is away. */
export function patientLogger(): Logger {
  const logger = createLogger();
  const say = logger.error.bind(logger);
  logger.error = (message, options) => {
    if (!isAway(options?.error)) say(message, options);
  };
  return logger;
}
