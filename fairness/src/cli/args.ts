/** Command line of `fairpot-verify`: the request, or why it is invalid. */
import { parseArgs } from 'node:util';
import { isRoundId } from '../base/names.ts';
import { UnusableInput } from './load.ts';

export const USAGE = `Usage:
  fairpot-verify --vectors FILE             check every golden vector in FILE
  fairpot-verify ROUND.json [MORE.json...]  check saved rounds, and that they share no secret
  fairpot-verify ROUND_ID --site URL        fetch one round from a site and check it
  fairpot-verify --all --site URL           check the whole public log of a site: every leaf, round and gap
  fairpot-verify --all --from FILE|DIR      the same on a saved log, without a network
  fairpot-verify --solvency [N] --site URL  check a whole published liability tree: the newest, or number N
  fairpot-verify --client URL               check that browsers are served the client that the log names

Options:
  --live        accept the production beacon (drand quicknet) only, not a demo's simulated one
  --chain FILE  an additional trusted drand chain: {chainHash, publicKey, genesisMs, periodMs, scheme}
  --log-key KEY the log's verifier key, pinned: name+id+base64. Without it the log's owner is not proven: status 3
  --accept-unpinned  trust the key supplied by the log itself: status 0, and the verdict says so
  --save PATH   with --all --site: save the log, as a folder, or as one file when PATH ends in .log
  --seen FILE   with --all: an earlier checkpoint, which the log must continue
  --threads N   with --all: how many threads verify rounds; by default one per core
  --witness-policy FILE  witnesses and their quorum (C2SP tlog-policy); says which locks they cosigned in time
  --from-source DIR      with --client: also compare with the client that was built in this checkout
  --require-witness      a lock without the quorum before its beacon is a failure
  --lock-proof FILE      with one saved round: the .tlog-proof of its lock
  --quiet       print the verdict without the steps
  --help        this text

Exit status: 0 everything holds, 1 something does not (the first difference is named), 2 the input is unusable,
3 a whole log holds, but under a key that was not pinned, 4 a whole log holds, but it has settled rounds of a game that
this version does not know: their draws and payouts were not verified.
`;

/** Rounds to check; `live`, `chain` and `quiet` apply to rounds. */
export type VerifyRequest =
  | { readonly kind: 'help' }
  | { readonly kind: 'vectors'; readonly file: string }
  | ({ readonly kind: 'files'; readonly files: readonly string[] } & RoundRequest)
  | ({ readonly kind: 'site'; readonly roundId: string; readonly site: URL } & RoundRequest)
  | LogRequest
  | SolvencyRequest
  | ClientRequest;
export type RoundRequest = WitnessRequest & {
  readonly live: boolean;
  readonly quiet: boolean;
  readonly chain: string | null;
  readonly lockProof: string | null;
};
/** `witnessPolicy`: a file, null to skip the witnesses. */
export type WitnessRequest = { readonly witnessPolicy: string | null; readonly requireWitness: boolean };

/** The log's verifier key as pinned, null when it was not given; and whether the one that the log supplies is trusted. */
type KeyRequest = { readonly logKey: string | null; readonly acceptUnpinned: boolean };

/** A whole log: of a site, or saved (`from`). The others are null when not given. */
export type LogRequest = RoundRequest &
  KeyRequest & {
    readonly kind: 'log';
    readonly save: string | null;
    readonly seen: string | null;
    readonly threads: number | null;
  } & ({ readonly from: null; readonly site: URL } | { readonly from: string });

/** A published tree of liabilities; `number` null: the newest. */
export type SolvencyRequest = KeyRequest & {
  readonly kind: 'solvency';
  readonly site: URL;
  readonly number: number | null;
};

/** The web client of a site. `fromSource`: a checkout with a build, null to compare with none. */
export type ClientRequest = KeyRequest & {
  readonly kind: 'client';
  readonly site: URL;
  readonly fromSource: string | null;
};

/** Parses the arguments; throws `Unusable` with one sentence when they are invalid. */
export function parseRequest(argv: readonly string[]): VerifyRequest {
  const { values, positionals } = readArgs(argv);
  if (values.help === true) return { kind: 'help' };
  const { chain = null, 'witness-policy': witnessPolicy = null, 'lock-proof': lockProof = null } = values;
  const requireWitness = values['require-witness'] === true;
  if (requireWitness && witnessPolicy === null)
    throw new UnusableInput('--require-witness needs --witness-policy FILE');
  const witnesses = { witnessPolicy, requireWitness, lockProof };
  const round = { live: values.live === true, quiet: values.quiet === true, chain, ...witnesses };
  if (lockProof !== null && (witnessPolicy === null || values.all === true || positionals.length !== 1))
    throw new UnusableInput('--lock-proof goes with one round and --witness-policy');
  if (values.vectors !== undefined) {
    if (positionals.length > 0 || values.site !== undefined)
      throw new UnusableInput('--vectors takes one file and nothing else');
    return { kind: 'vectors', file: values.vectors };
  }
  if (values.client !== undefined) return parseClient(values.client, values, positionals);
  if (values['from-source'] !== undefined) throw new UnusableInput('--from-source goes with --client');
  if (values.solvency === true) return parseSolvency(values, positionals);
  if (values.all === true) return parseLog(values, positionals, round);
  const { from, save, seen, threads, 'log-key': logKey, 'accept-unpinned': acceptUnpinned } = values;
  if ([from, save, seen, logKey, threads, acceptUnpinned].some((value) => value !== undefined))
    throw new UnusableInput('--from, --save, --seen, --log-key, --accept-unpinned and --threads go with --all');
  const [first, ...more] = positionals;
  if (first === undefined) throw new UnusableInput('nothing to check');
  if (values.site === undefined) return { kind: 'files', files: positionals, ...round };
  if (more.length > 0) throw new UnusableInput('--site takes one round id');
  if (!isRoundId(first)) throw new UnusableInput(`not a round id: ${first}`);
  return { kind: 'site', roundId: first, site: readSite(values.site), ...round };
}

function parseLog(values: ReadValues, positionals: readonly string[], round: RoundRequest): LogRequest {
  if (positionals.length > 0) throw new UnusableInput('--all checks every round: do not name one');
  const { site, from, save = null, seen = null } = values;
  const threads = values.threads === undefined ? null : readThreads(values.threads);
  const log = { kind: 'log', ...keyOf(values), save, seen, threads, ...round } as const;
  if (from !== undefined && site !== undefined) throw new UnusableInput('--all takes --site or --from, not both');
  if (from !== undefined) return { ...log, from };
  if (site === undefined) throw new UnusableInput('--all needs --site URL or --from FILE|DIR');
  return { ...log, from: null, site: readSite(site) };
}

function parseSolvency(values: ReadValues, asked: readonly string[]): SolvencyRequest {
  const { site, all } = values;
  const [number, ...more] = asked;
  if (site === undefined || all === true)
    throw new UnusableInput('--solvency needs --site URL, and does not go with --all');
  if (more.length > 0 || (number !== undefined && !/^[1-9]\d{0,14}$/.test(number)))
    throw new UnusableInput('--solvency takes the number of one statement, or none for the newest');
  return {
    kind: 'solvency',
    site: readSite(site),
    number: number === undefined ? null : Number(number),
    ...keyOf(values),
  };
}

function parseClient(address: string, values: ReadValues, positionals: readonly string[]): ClientRequest {
  const { all, solvency, site, 'from-source': fromSource = null } = values;
  if (positionals.length > 0 || all === true || solvency === true || site !== undefined)
    throw new UnusableInput('--client takes the address of a site, and does not go with another check');
  return { kind: 'client', site: readSite(address), fromSource, ...keyOf(values) };
}

function keyOf(values: ReadValues): KeyRequest {
  return { logKey: values['log-key'] ?? null, acceptUnpinned: values['accept-unpinned'] === true };
}

type ReadValues = ReturnType<typeof readArgs>['values'];

function readArgs(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        vectors: { type: 'string' },
        site: { type: 'string' },
        chain: { type: 'string' },
        all: { type: 'boolean' },
        solvency: { type: 'boolean' },
        client: { type: 'string' },
        'from-source': { type: 'string' },
        from: { type: 'string' },
        save: { type: 'string' },
        seen: { type: 'string' },
        threads: { type: 'string' },
        'log-key': { type: 'string' },
        'accept-unpinned': { type: 'boolean' },
        'witness-policy': { type: 'string' },
        'require-witness': { type: 'boolean' },
        'lock-proof': { type: 'string' },
        live: { type: 'boolean' },
        quiet: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UnusableInput(error instanceof Error ? error.message : String(error));
  }
}

function readThreads(text: string): number {
  const count = Number(text);
  if (!/^\d{1,3}$/.test(text) || count < 1) throw new UnusableInput(`--threads: not a number from 1 to 999: ${text}`);
  return count;
}

function readSite(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new UnusableInput(`not an http(s) URL: ${text}`);
  return url;
}
