/**
 * `fairpot-witness` as a process: arguments in, one JSON line when ready, SIGINT or SIGTERM to stop. Status 2: a person
 * must act.
 */
import { parseRequest, USAGE } from './args.ts';
import { WitnessRefused } from './refused.ts';
import { startWitness } from './start.ts';

export async function main(argv: readonly string[]): Promise<void> {
  const print = (line: string) => void process.stderr.write(`fairpot-witness: ${line}\n`);
  try {
    const request = parseRequest(argv);
    if (request === null) return void process.stdout.write(USAGE);
    const witness = await startWitness({ ...request, print });
    const { url, name, vkey } = witness;
    process.stdout.write(`${JSON.stringify({ ready: true, url, name, key: vkey })}\n`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void witness.stop());
  } catch (error) {
    if (!(error instanceof WitnessRefused)) throw error;
    print(error.message);
    process.exitCode = 2;
  }
}
