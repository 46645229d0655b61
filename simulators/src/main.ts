/**
 * The simulators as a process: flags in, one JSON line with the addresses out when ready, SIGINT or SIGTERM to stop. The control token comes from
 * SIM_CONTROL_TOKEN (a flag would show in the process list) or is generated and printed.
 */
import { parseArgs } from 'node:util';
import { startSimulators } from './start.ts';

const PORTS = ['steam', 'drand', 'eos1', 'eos2', 'tron', 'bitcoin', 'ethereum', 'rates', 'wallet', 'control'] as const;
/** A pace that suits a person waiting for a deposit. */
const ETHEREUM_BLOCK_SECONDS = 2;
const text = { type: 'string' } as const;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      host: text,
      'data-dir': text,
      catalogue: text,
      'steam-port': text,
      'drand-port': text,
      'eos1-port': text,
      'eos2-port': text,
      'tron-port': text,
      'bitcoin-port': text,
      'ethereum-port': text,
      'rates-port': text,
      'wallet-port': text,
      'control-port': text,
      ethereum: { type: 'boolean' },
      'ethereum-unkept': { type: 'boolean' },
      'bot-copies': text,
      'bitcoin-block-ms': text,
    },
  });
  const ports = PORTS.flatMap((name) => {
    const value = values[`${name}-port`];
    return value === undefined ? [] : [[name, Number(value)] as const];
  });
  const token = process.env['SIM_CONTROL_TOKEN'];
  const simulators = await startSimulators({
    ...(values.host === undefined ? {} : { host: values.host }),
    ...(values['data-dir'] === undefined ? {} : { dataDir: values['data-dir'] }),
    ...(values.catalogue === undefined ? {} : { catalogueFile: values.catalogue }),
    ...(token === undefined ? {} : { controlToken: token }),
    ...(values.ethereum === true
      ? { ethereum: { blockSeconds: ETHEREUM_BLOCK_SECONDS, kept: values['ethereum-unkept'] !== true } }
      : {}),
    ...(values['bitcoin-block-ms'] === undefined ? {} : { bitcoinBlockMs: Number(values['bitcoin-block-ms']) }),
    botCopies: Number(values['bot-copies'] ?? 0),
    ports: Object.fromEntries(ports),
  });
  const { steam, drand, eos, crypto, control } = simulators;
  process.stdout.write(`${JSON.stringify({ ready: true, steam, drand, eos, crypto, control })}\n`);
  if (values.ethereum === true && crypto.ethereum === null) {
    process.stderr.write('simulators: no Ethereum here, anvil has no build for this machine; ETH is not offered\n');
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulators.stop());
}

main().catch((error: unknown) => {
  process.stderr.write(`simulators: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
