/** Command line of `fairpot-verify`: what is asked for, or why it cannot be understood. */
import { parseArgs } from 'node:util';
import { isRoundId } from '../commitment.ts';
import { Unusable } from './load.ts';

export const USAGE = `Usage:
  fairpot-verify --vectors FILE             check every golden vector in FILE
  fairpot-verify ROUND.json [MORE.json...]  check saved rounds, and that they share no secret
  fairpot-verify ROUND_ID --site URL        fetch one round from a site and check it

Options:
  --live        accept the production beacon (drand quicknet) only, not a demo's simulated one
  --chain FILE  a drand chain to trust besides: {chainHash, publicKey, genesisMs, periodMs, scheme}
  --quiet       print the verdict without the steps
  --help        this text

Exit status: 0 all holds, 1 something does not (the first difference is named), 2 the input cannot be used.
`;

/** What to check; `live`, `chain` and `quiet` apply to rounds. */
export type Request =
  | { readonly kind: 'help' }
  | { readonly kind: 'vectors'; readonly file: string }
  | ({ readonly kind: 'files'; readonly files: readonly string[] } & RoundRequest)
  | ({ readonly kind: 'site'; readonly roundId: string; readonly site: URL } & RoundRequest);
export type RoundRequest = { readonly live: boolean; readonly quiet: boolean; readonly chain: string | null };

/** Reads the arguments; throws `Unusable` with one sentence when they make no request. */
export function parseRequest(argv: readonly string[]): Request {
  const { values, positionals } = readArgs(argv);
  if (values.help === true) return { kind: 'help' };
  const round = { live: values.live === true, quiet: values.quiet === true, chain: values.chain ?? null };
  if (values.vectors !== undefined) {
    if (positionals.length > 0 || values.site !== undefined)
      throw new Unusable('--vectors takes one file and nothing else');
    return { kind: 'vectors', file: values.vectors };
  }
  const [first, ...more] = positionals;
  if (first === undefined) throw new Unusable('nothing to check');
  if (values.site === undefined) return { kind: 'files', files: positionals, ...round };
  if (more.length > 0) throw new Unusable('--site takes one round id');
  if (!isRoundId(first)) throw new Unusable(`not a round id: ${first}`);
  return { kind: 'site', roundId: first, site: readSite(values.site), ...round };
}

function readArgs(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        vectors: { type: 'string' },
        site: { type: 'string' },
        chain: { type: 'string' },
        live: { type: 'boolean' },
        quiet: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new Unusable(error instanceof Error ? error.message : String(error));
  }
}

function readSite(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) throw new Unusable(`not an http(s) URL: ${text}`);
  return url;
}
