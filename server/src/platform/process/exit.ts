/** How a process ends after an error. */

/** The operator must act before the process can start; the message says what happened and what to do. */
export class OperatorMustAct extends Error {
  override readonly name: string = 'OperatorMustAct';
}

/** A problem that the operator must resolve is printed as text and exits with 2; any other error is a bug and exits with 1. */
export function exitWith(error: unknown): never {
  const known = error instanceof OperatorMustAct;
  const message = error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`${message}\n`);
  process.exit(known ? 2 : 1);
}
