/**
 * The code that talks to Steam and to price sources must not know whether a simulator answers: only the address is configurable. A word of the
 * simulated world in it would be a branch, and the demo would then prove nothing about live.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const ROOMS = ['trade-worker/src', 'server/src/gateways/steam', 'server/src/gateways/prices'];

/** Words about a simulator, this machine, or the mode of the site. */
const WORDS =
  /simulat|\bsims?\b|_sim\b|\bdemo\b|['"`]live['"`]|\blive\b(?=\s*[?&|)])|\bmode\b|loopback|localhost|127\.0\.0\.1|::1\b/i;

/** Lines that may contain them, verbatim: they choose an address or an agent, or refuse settings that do not fit the mode. */
const MAY: Readonly<Record<string, readonly RegExp[]>> = {
  // settings: which mode, which address, which refusals
  'trade-worker/src/config.ts': [/./],
  // the command line that makes credentials: which agent
  'trade-worker/src/bot-cli.ts': [
    /isLoopback|LoopbackAgent|--simulator|readArgs\(args, .*'simulator'\]|agentOf|simulator === undefined|simulator\)\.port/,
  ],
  // the agent, and who chooses it
  'trade-worker/src/steam/loopback-agent.ts': [/./],
  'trade-worker/src/main.ts': [/LoopbackAgent|PACES\[config\.mode\]|simulatorPort/],
  // polling intervals
  'trade-worker/src/run.ts': [/Record<'demo' \| 'live', WorkerPace>/, /^\s+demo: \{ workMs/],
  // permissions of a file
  'trade-worker/src/credentials.ts': [/\.mode & OTHERS_MAY|mode: OWNER_ONLY/],
  // addresses
  'server/src/gateways/steam/steam.ts': [
    /readonly mode: 'demo' \| 'live';|^export function steamAddresses\(\{ mode, steam \}/,
    /const live = mode === 'live';|loginPage: live|avatarUrl: live|\/sim\/steam\/avatars|apiKey \?\? 'simulated'/,
  ],
  // a field of OpenID
  'server/src/gateways/steam/openid.ts': [/openid\.mode|field\('mode'\)|\(mode\)/],
};

/** Lines of a source without its comments, with their numbers. */
function code(text: string): { readonly line: string; readonly at: number }[] {
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''));
  return bare.split('\n').map((line, n) => ({ line: line.replace(/(^|\s)\/\/.*/, '$1'), at: n + 1 }));
}

function branches(path: string, text: string): string[] {
  const may = MAY[path] ?? [];
  return code(text)
    .filter(({ line }) => WORDS.test(line) && !may.some((each) => each.test(line)))
    .map(({ line, at }) => `${path}:${at} ${line.trim()}`);
}

const sources = ROOMS.flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
    .map((file) => {
      const path = `${room}/${file.replaceAll('\\', '/')}`;
      return { path, text: readFileSync(join(ROOT, path), 'utf8') };
    }),
);

test('no adapter has a branch for the simulator beyond its base URL or agent', () => {
  expect(sources.length).toBeGreaterThan(25);
  expect(sources.flatMap(({ path, text }) => branches(path, text))).toEqual([]);
});

test('every exception is still needed', () => {
  const idle = Object.entries(MAY).filter(([path, lines]) => {
    const found = sources.find((source) => source.path === path);
    return !found || lines.some((each) => !code(found.text).some(({ line }) => WORDS.test(line) && each.test(line)));
  });
  expect(idle.map(([path]) => path)).toEqual([]);
});

test.each([
  "if (config.mode === 'demo') return [];",
  'const held = isLoopback(base) ? 0 : days;',
  "if (host === '127.0.0.1') return;",
  'const offer = await fetch(`${base}/_sim/offers/${id}`);',
  "const slow = url.includes('localhost');",
  'if (this.simulated) return;',
])('a planted branch is detected: %s', (line) => {
  expect(branches('trade-worker/src/steam/web-api.ts', `const a = 1;\n${line}\n`)).toHaveLength(1);
  expect(branches('trade-worker/src/steam/web-api.ts', `/** ${line} */\n// ${line}\n`)).toEqual([]);
});

test('a branch next to the choice of the agent is detected too', () => {
  expect(branches('trade-worker/src/main.ts', "if (config.mode === 'demo') skipConfirmations();")).toHaveLength(1);
  expect(branches('server/src/gateways/steam/steam.ts', "if (mode === 'live') checkBans();")).toHaveLength(1);
  expect(branches('trade-worker/src/run.ts', "const often = mode === 'demo' ? 1 : 2;")).toHaveLength(1);
});
