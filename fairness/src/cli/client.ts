/**
 * `fairpot-verify --client`: the web client that a site serves. Downloads the manifest and every file as browsers of several
 * kinds and languages would, and compares each with the manifest, the manifest with its leaf in the public log, and, with
 * `--from-source`, the files with a build of your own.
 *
 * Invariant: status 0 means, under a pinned key: all of these browsers were served the same bytes, and the log names them.
 */
import { createHash } from 'node:crypto';
import { openBuildLeaf } from '../checks/build-proof.ts';
import { addressOfFile, hashManifest, MANIFEST_FILE, parseManifest } from '../client/manifest.ts';
import type { BuildFile, ClientManifest } from '../client/manifest.ts';
import type { PlacedLeaf } from '../log/log-check.ts';
import { readPlacedLeaf, readServedHead } from '../log/served.ts';
import { readArray, readObject, readText } from '../encoding/shape.ts';
import { openCheckpoint } from '../tree/checkpoint.ts';
import { parseVerifierKey } from '../tree/note.ts';
import type { ClientRequest } from './args.ts';
import { differencesFromSource } from './client-source.ts';
import { download } from './download.ts';
import { messageOf, openKey, parseJson, UnusableInput, unwrap } from './load.ts';

/** Who asks: what a browser of this kind sends. An address that differs is up to who runs this command. */
const BROWSERS: readonly (readonly [name: string, headers: Readonly<Record<string, string>>])[] = [
  [
    'Chrome on Windows, English',
    headersOf(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      'en-US,en;q=0.9',
    ),
  ],
  [
    'Firefox on Linux, German',
    headersOf('Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'de-DE,de;q=0.8,en;q=0.5'),
  ],
  [
    'Safari on an iPhone, French',
    headersOf(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
        'Version/18.6 Mobile/15E148 Safari/604.1',
      'fr-FR,fr;q=0.9',
    ),
  ],
  [
    'Chrome on Android, Chinese',
    headersOf(
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
      'zh-CN,zh;q=0.9',
    ),
  ],
];
/** Any path without a page of its own gets index.html. */
const OTHER_PAGES = ['/profile', '/a-page-of-no-name'];
const AT_ONCE = 6;
/** Differences that are printed; all are counted. */
const MAX_LINES = 20;

function headersOf(agent: string, languages: string): Readonly<Record<string, string>> {
  return { 'user-agent': agent, 'accept-language': languages };
}

/** What was found about the client that a site serves. `problems`: none, and it is the build that the log names. */
export type ClientReport = {
  readonly name: string;
  readonly hash: string;
  /** Its leaf; undefined when the log does not name it. */
  readonly index: number | undefined;
  readonly manifest: ClientManifest | null;
  /** The key that the site says is the log's. */
  readonly siteKey: string;
  readonly problems: readonly string[];
};

/** Compares what browsers are served with the manifest, and the manifest with its leaf under `logKey` (null: the key that the site says). */
export async function inspectClient(site: URL, logKey: string | null): Promise<ClientReport> {
  const base = new URL('/', site);
  const announced = await fetchBuilds(new URL('api/fair/client', base));
  const key = logKey ?? announced.key;
  openKey(key);
  const text = await textAt(new URL(MANIFEST_FILE, base));
  const hash = hashManifest(text);
  const index = announced.builds.find((build) => build.manifest === hash)?.leaf?.index;
  const found = { name: `${base.href} client`, hash, index, manifest: null, siteKey: announced.key };
  const problem = leafProblem({ ...announced, key }, hash);
  if (problem !== null) return { ...found, problems: [problem] };
  const manifest = readManifest(text);
  if (typeof manifest === 'string') return { ...found, problems: [`${MANIFEST_FILE}: ${manifest}`] };
  return { ...found, manifest, problems: await servedDifferences(base, manifest) };
}

/** Verifies a client: 0 it holds, 1 it does not, 3 it holds under a key that the site supplied. */
export async function checkClient({ site, logKey, acceptUnpinned, fromSource }: ClientRequest): Promise<0 | 1 | 3> {
  const { name, hash, index, manifest, siteKey, problems } = await inspectClient(site, logKey);
  if (manifest !== null)
    process.stdout.write(
      `     build ${hash}\n     leaf ${index} of the log; ` +
        `commit ${manifest.commit ?? 'unknown: made from uncommitted files'}, ${manifest.files.length} files\n`,
    );
  if (manifest === null || problems.length > 0) return fail(name, problems);
  if (fromSource !== null) {
    const own = await differencesFromSource(fromSource, manifest);
    if (own.length > 0) return fail(name, own);
    process.stdout.write(`     the same bytes as the build in ${fromSource}\n`);
  }
  const holds = `${BROWSERS.length} kinds of browser are served the build that the log names`;
  if (logKey !== null || acceptUnpinned) {
    process.stdout.write(`OK   ${name}: ${holds}\n`);
    return 0;
  }
  process.stdout.write(
    `???? ${name}: ${holds}, but under a key that was not pinned: give it with --log-key '${siteKey}', ` +
      'or --accept-unpinned\n',
  );
  return 3;
}

function fail(name: string, problems: readonly string[]): 1 {
  for (const problem of problems.slice(0, MAX_LINES)) process.stdout.write(`FAIL ${name}: ${problem}\n`);
  const more = problems.length - MAX_LINES;
  if (more > 0) process.stdout.write(`     and ${more} more differences\n`);
  return 1;
}

/** The manifest, or what is wrong with it. */
function readManifest(text: string): ClientManifest | string {
  try {
    return parseManifest(text);
  } catch (error) {
    return messageOf(error);
  }
}

/** Why the log does not name this build as the newest; null when it does. */
function leafProblem({ key, note, builds }: AnnouncedBuilds, hash: string): string | null {
  const found = builds.find(({ manifest }) => manifest === hash);
  if (found === undefined) return `the served build ${hash} is not in the log`;
  if (found.leaf === null) return `the leaf of the served build ${hash} is not published`;
  try {
    openBuildLeaf(found.leaf, openCheckpoint(note, parseVerifierKey(key)), hash);
  } catch (error) {
    return messageOf(error);
  }
  const [newest] = builds;
  if (newest === undefined || newest.manifest === hash) return null;
  return (
    `the served build ${hash} is an older one: the log announced ${newest.manifest} after it ` +
    '(a return to an old build, or a site in the middle of an update)'
  );
}

/** What some kind of browser is served that is not in the manifest. */
async function servedDifferences(base: URL, { files }: ClientManifest): Promise<string[]> {
  const shell = files.find(({ path }) => path === 'index.html');
  const others = shell === undefined ? [] : OTHER_PAGES.map((address) => ({ address, file: shell }));
  const expected = [...files.map((file) => ({ address: addressOfFile(file.path), file })), ...others];
  const jobs = BROWSERS.flatMap((browser) => expected.map((each) => ({ ...each, browser })));
  const differences: string[] = [];
  const queue = jobs.values();
  const lane = async (): Promise<void> => {
    for (const { address, file, browser } of queue) {
      const difference = await differenceAt(new URL(address, base), file, browser[1]);
      if (difference !== null) differences.push(`${address} as ${browser[0]}: ${difference}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return differences.sort();
}

async function differenceAt(
  url: URL,
  file: BuildFile,
  headers: Readonly<Record<string, string>>,
): Promise<string | null> {
  const bytes = await download(url, headers);
  if (bytes === null) return `not served, though the build has ${file.path}`;
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found === file.sha256) return null;
  const expected = `${file.path} of the build has ${file.bytes} with ${file.sha256}`;
  return `${bytes.length} bytes with sha256 ${found}, but ${expected}`;
}

interface AnnouncedBuilds {
  readonly key: string;
  readonly note: string;
  readonly builds: readonly { readonly manifest: string; readonly leaf: PlacedLeaf | null }[];
}

/** GET /api/fair/client. */
async function fetchBuilds(url: URL): Promise<AnnouncedBuilds> {
  const answer = unwrap(parseJson(await textAt(url), url.href));
  const { head, builds } = readObject(answer, 'client', ['head', 'serving', 'builds']);
  if (head === null) throw new UnusableInput(`${url.href}: the log of this site has no head yet`);
  return {
    ...readServedHead(head, 'client.head'),
    builds: readArray(builds, 'client.builds', 0, (each, path) => {
      const { manifest, leaf } = readObject(each, path, ['manifest', 'leaf']);
      return {
        manifest: readText(manifest, `${path}.manifest`),
        leaf: leaf === null ? null : readPlacedLeaf(leaf, `${path}.leaf`),
      };
    }),
  };
}

async function textAt(url: URL): Promise<string> {
  const bytes = await download(url);
  if (bytes === null) throw new UnusableInput(`there is no ${url.href}: this site does not name its client`);
  return new TextDecoder().decode(bytes);
}
