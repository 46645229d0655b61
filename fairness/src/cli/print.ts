/** Output of a verdict: one line per step, the working below it, the verdict last. */
import { checksText, type VerificationStep } from '../protocol/step.ts';
import type { RoundVerdict } from '../verify/verify.ts';

const WIDE = 160;

/** The trace of one round. `quiet` prints only the verdict. */
export function traceOf(name: string, verdict: RoundVerdict, quiet: boolean): string {
  const lines = quiet ? [] : [name, ...verdict.steps.flatMap(linesOf), ''];
  return `${[...lines, verdictLine(name, verdict)].join('\n')}\n`;
}

function linesOf(step: VerificationStep): string[] {
  const inputs = Object.entries(step.inputs).map(([key, value]) => `         ${key} = ${cut(value)}`);
  const head = `  ${step.ok ? 'ok  ' : 'FAIL'} ${step.id}: ${step.title}`;
  const result = step.ok
    ? [`       = ${cut(step.computed)}`]
    : [`       computed ${step.computed}`, `       expected ${step.expected}`];
  return [head, ...inputs, ...result, `         ${cut(step.detail)}`];
}

function verdictLine(name: string, verdict: RoundVerdict): string {
  const { failed } = verdict;
  if (failed !== null)
    return (
      `FAIL ${name}: first difference at ${failed.id}: ` +
      `${failed.computed === '' ? failed.detail : `computed ${failed.computed}, expected ${failed.expected}`}`
    );
  const beacon = verdict.simulated ? ' (SIMULATED BEACON: play money, its key is not a public network’s)' : '';
  return `OK   ${name}: ${checksText(verdict.checks)}${beacon}`;
}

function cut(text: string): string {
  return text.length > WIDE ? `${text.slice(0, WIDE)}... (${text.length} characters)` : text;
}
