/**
 * One step of a verification: inputs, computed value, published value.
 *
 * Made by verify.ts and its parts, printed by the CLI, shown by the page. Invariant: `ok` is never set directly: a step
 * holds when computed and expected are the same text, and one that throws does not hold.
 */

export type VerificationStep = {
  /** Stable name, e.g. `commitment`, or `ticket:` and the label of a draw. */
  readonly id: string;
  /** The claim in a few words. */
  readonly title: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly computed: string;
  readonly expected: string;
  readonly ok: boolean;
  /** How it is computed, or what went wrong. */
  readonly detail: string;
};

type StepValues = { readonly computed: string; readonly expected: string; readonly detail: string };

/** Runs `find` and compares what it returns; an exception becomes the detail of a failed step. */
export function step(
  id: string,
  title: string,
  inputs: Readonly<Record<string, string>>,
  find: () => StepValues,
): VerificationStep {
  try {
    const finding = find();
    return { id, title, inputs, ...finding, ok: finding.computed === finding.expected };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { id, title, inputs, computed: '', expected: 'a value', ok: false, detail };
  }
}

/** How many checks of a round pass, in the words of every window, page and program. */
export function checksText(checks: number): string {
  return `all ${checks} checks pass`;
}

/** A failed step in one line: the claim, both values, and how they are computed. */
export function failureOf({ title, detail, computed, expected }: VerificationStep): string {
  const values = computed === '' ? '' : ` Computed ${short(computed)}, published ${short(expected)}.`;
  return `this does not hold: ${title}.${values} (${detail})`;
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
