/**
 * Simulates a slow machine and a slow line, to find what a journey assumes about either. Off by default.
 *
 * `FAIRPOT_SLOW_MS=2000` delays every API answer that long after the server has given it, so that facts overtake answers, and delays each live
 * channel as much. `FAIRPOT_SLOW_CPU=4` takes three quarters of each page's CPU time.
 */
import type { BrowserContext, CDPSession, Page } from '@playwright/test';

const answerMs = Number(process.env['FAIRPOT_SLOW_MS'] ?? 0);
const cpuRate = Number(process.env['FAIRPOT_SLOW_CPU'] ?? 1);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Called by the journey fixture before the first page of a browser is opened. */
export async function slowDown(context: BrowserContext): Promise<void> {
  if (answerMs > 0) {
    await context.routeWebSocket(/\/socket/, async (socket) => {
      await pause(answerMs);
      socket.connectToServer();
    });
  }
  if (answerMs > 0 || cpuRate > 1) context.on('page', (page) => void slowPage(page).catch(() => undefined));
}

async function slowPage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  if (cpuRate > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: cpuRate });
  if (answerMs > 0) await holdAnswers(session);
}

async function holdAnswers(session: CDPSession): Promise<void> {
  session.on('Fetch.requestPaused', ({ requestId }) => {
    // a page that was left in the meantime no longer needs its answer
    void pause(answerMs)
      .then(() => session.send('Fetch.continueRequest', { requestId }))
      .catch(() => undefined);
  });
  const patterns = (['XHR', 'Fetch'] as const).map((resourceType) => ({
    urlPattern: '*/api/*',
    resourceType,
    requestStage: 'Response' as const,
  }));
  await session.send('Fetch.enable', { patterns });
}
