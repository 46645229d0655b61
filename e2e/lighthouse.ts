/**
 * `npx tsx e2e/lighthouse.ts`: Lighthouse's mobile figures of the public pages, the median of five loads each, signed out. Prints the
 * load of the machine too, because the processor's part of a figure depends on it. A measurement and no test.
 *
 * Needs the built client (`npm start` or `npm test -- journeys` builds it). Options: --runs 5 --paths /,/faq
 * --origin http://127.0.0.1:3000 (a site that runs already) --tasks (the longest tasks of the last load of each page)
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import config from './playwright.config.ts';
import { freePort, Site } from './lib/site.ts';

const { values: given } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    paths: { type: 'string', default: '/,/coinflip,/casebattles,/marketplace,/fairplay,/faq' },
    origin: { type: 'string' },
    tasks: { type: 'boolean', default: false },
  },
});
const runs = Number(given.runs);

/** One load of a page; times in ms. */
interface Figures {
  readonly score: number;
  readonly fcp: number;
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  readonly requests: number;
  readonly scripts: number;
  readonly kib: number;
  /** The element of the largest paint, and when it was seen. */
  readonly largest: string;
  /** The longest tasks of the main thread, slowed down as Lighthouse does: 'from+length script'. */
  readonly tasks: readonly string[];
}

const say = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  const site = given.origin === undefined ? await Site.start() : null;
  const origin = given.origin ?? site?.origin ?? '';
  try {
    say('page             score    FCP    LCP    TBT    CLS  requests  scripts    KiB   load');
    for (const path of given.paths.split(',')) {
      const loads: Figures[] = [];
      for (let i = 0; i < runs; i++) loads.push(await measured(origin + path));
      const at = (figure: Exclude<keyof Figures, 'tasks' | 'largest'>) => median(loads.map((load) => load[figure]));
      const ms = (figure: 'fcp' | 'lcp' | 'tbt') => at(figure).toFixed(0).padStart(7);
      say(
        `${path.padEnd(16)} ${at('score').toFixed(2).padStart(5)}${ms('fcp')}${ms('lcp')}${ms('tbt')}` +
          `${at('cls').toFixed(3).padStart(7)}${String(at('requests')).padStart(10)}${String(at('scripts')).padStart(9)}` +
          `${at('kib').toFixed(0).padStart(7)}${(loadavg()[0] ?? 0).toFixed(1).padStart(7)}`,
      );
      say(`    largest: ${loads.at(-1)?.largest}`);
      if (given.tasks) for (const task of loads.at(-1)?.tasks ?? []) say(`    ${task}`);
    }
  } finally {
    await site?.stop();
  }
}

/** A load in a browser of its own. */
async function measured(url: string): Promise<Figures> {
  const port = await freePort();
  const options = config.use?.launchOptions ?? {};
  const browser = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    const result = await lighthouse(url, { port, onlyCategories: ['performance'], logLevel: 'silent' });
    if (result === undefined) throw new Error(`${url} was not measured`);
    const { audits, categories } = result.lhr;
    const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
    const requests = itemsOf<{ resourceType?: string; transferSize?: number }>(audits['network-requests']);
    const tasks = itemsOf<{ url: string; startTime: number; duration: number }>(audits['long-tasks']);
    return {
      score: categories['performance']?.score ?? Number.NaN,
      fcp: value('first-contentful-paint'),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
      requests: requests.length,
      scripts: requests.filter(({ resourceType }) => resourceType === 'Script').length,
      kib: requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1024,
      largest: largestOf(audits),
      tasks: tasks.map(
        (t) => `${t.startTime.toFixed(0)}+${t.duration.toFixed(0)} ${t.url.replace(/^.*\/\/[^/]*/, '')}`,
      ),
    };
  } finally {
    await browser.close();
  }
}

/** What was painted, and when in this load: Lighthouse counts everything that arrived before it. */
function largestOf(audits: Result['audits']): string {
  const [shown] = itemsOf<{ items: readonly { node?: { snippet: string } }[] }>(
    audits['largest-contentful-paint-element'],
  );
  const [seen] = itemsOf<Record<string, number>>(audits['metrics']);
  const at = (paint: string) => `${seen?.[`observed${paint}`]?.toFixed(0)} ms`;
  const snippet = shown?.items[0]?.node?.snippet ?? 'unknown';
  return `${snippet}, seen after ${at('LargestContentfulPaint')}, the first paint after ${at('FirstContentfulPaint')}`;
}

function itemsOf<T>(audit: { readonly details?: unknown } | undefined): readonly T[] {
  const details = audit?.details as { readonly items?: readonly T[] } | undefined;
  return details?.items ?? [];
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

await main();
