/** Interactive commands: questions on standard error, the result on standard output, no secrets on the screen. */
import { realpathSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** Asks a question; `secret` answers are not shown. */
export type Prompt = (question: string, secret: boolean) => Promise<string>;

/** Reads lines of standard input, one for each question; a terminal hides secret ones. */
function terminal(): { ask: Prompt; close: () => void } {
  const shown = process.stdin.isTTY;
  const reader = createInterface({ input: process.stdin, output: process.stderr, terminal: shown });
  const lines = reader[Symbol.asyncIterator]();
  let quiet = false;
  const write = process.stderr.write.bind(process.stderr);
  if (shown) process.stderr.write = (text: string) => (quiet ? true : write(text));
  return {
    ask: async (question, secret) => {
      write(question);
      quiet = secret;
      const line = await lines.next();
      quiet = false;
      if (secret && shown) write('\n');
      if (line.done === true) throw new Error('unexpected end of input');
      return line.value.trim();
    },
    close: () => reader.close(),
  };
}

/** The words of a command line, as one text, and its options, each `--name TEXT`. Throws for any other option. */
export function readArgs<Name extends string>(args: readonly string[], names: readonly Name[]) {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
  const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
  return { command: positionals.join(' '), values: values as Readonly<Partial<Record<Name, string>>> };
}

/** Runs `command` if Node was started with `file` (import.meta.url). Prints its result, or its error's message with exit code 1. */
export async function runCommand(
  file: string,
  command: (args: readonly string[], ask: Prompt) => Promise<string>,
): Promise<void> {
  if (realpathSync(process.argv[1] ?? '') !== fileURLToPath(file)) return;
  const { ask, close } = terminal();
  try {
    process.stdout.write(`${await command(process.argv.slice(2), ask)}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
  close();
}

/** A passphrase, typed twice. */
export async function newPassphrase(ask: Prompt): Promise<string> {
  const first = await ask('New passphrase: ', true);
  if ((await ask('The same again: ', true)) !== first) throw new Error('the two entries differ');
  return first;
}
