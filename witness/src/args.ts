/** Command line of `fairpot-witness`: the request, or why it is invalid. */
import { parseArgs } from 'node:util';
import { parseVerifierKey } from '@fairpot/fairness/tree/note';
import { WitnessRefused } from './refused.ts';

export const USAGE = `Usage:
  fairpot-witness --log KEY [--log KEY...]   watch the log of this verifier key (name+id+base64)
  fairpot-witness --site URL                 watch the log of a Fairpot site; its key is read once and stored.
                                             Compare each new build of its web client with the log, too

Options:
  --name NAME     the witness's name, such as example.org/witness; set at the first start
  --key FILE      its own key, made at the first start (default witness.key)
  --state FILE    what it has signed (default witness.state): never restore an older one
  --listen H:P    where it listens (default 127.0.0.1:7470); put https in front of it
  --no-client     do not check the web client of the site
  --help          this text

It prints one line of JSON when it is ready, with the key for policies.
`;

/** What a witness is started with. */
export interface WitnessArgs {
  /** The witness's name; null: from its key file, or derived from its key. */
  readonly name: string | null;
  readonly keyFile: string;
  readonly stateFile: string;
  /** Verifier keys of the logs to watch. */
  readonly logs: readonly string[];
  /** A site whose log is watched too; its key is read once and stored. */
  readonly site: string | null;
  /** Whether the web client of the site is checked. */
  readonly client: boolean;
  readonly host: string;
  readonly port: number;
}

/** Null: help is requested. Throws WitnessRefused with one sentence when the arguments are invalid. */
export function parseRequest(argv: readonly string[]): WitnessArgs | null {
  const values = readArgs(argv);
  if (values.help === true) return null;
  const { log: logs = [], site = null, name = null } = values;
  if (logs.length === 0 && site === null) throw new WitnessRefused('name a log: --log KEY, or --site URL');
  for (const key of logs) readLog(key);
  if (site !== null && !(URL.canParse(site) && /^https?:$/.test(new URL(site).protocol)))
    throw new WitnessRefused(`not an http(s) URL: ${site}`);
  if (name !== null && !/^[^\s+]{1,200}$/u.test(name)) throw new WitnessRefused('--name: no spaces and no plus');
  const { host, port } = readListen(values.listen ?? '127.0.0.1:7470');
  return {
    name,
    logs,
    site,
    client: values['no-client'] !== true,
    host,
    port,
    keyFile: values.key ?? 'witness.key',
    stateFile: values.state ?? 'witness.state',
  };
}

/** `HOST:PORT`, an IPv6 address in brackets. */
function readListen(text: string): { host: string; port: number } {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  if (host === undefined || Number(port) > 65_535) throw new WitnessRefused(`--listen: not HOST:PORT: ${text}`);
  return { host: host.replace(/^\[(.+)\]$/, '$1'), port: Number(port) };
}

function readLog(key: string): void {
  try {
    parseVerifierKey(key);
  } catch (error) {
    throw new WitnessRefused(`--log ${key}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readArgs(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        log: { type: 'string', multiple: true },
        site: { type: 'string' },
        name: { type: 'string' },
        key: { type: 'string' },
        state: { type: 'string' },
        listen: { type: 'string' },
        'no-client': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new WitnessRefused(error instanceof Error ? error.message : String(error));
  }
}
