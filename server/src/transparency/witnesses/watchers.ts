/**
 * The witnesses of this server's configuration: the policy's text and its content. Read once at the start. Called by
 * the feature and its queries.
 */
import { formatCosignerKey } from '@fairpot/fairness/tree/cosignature';
import { isQuorum, parsePolicy, type Policy, type PolicyWitness } from '@fairpot/fairness/tree/policy';
import type { Config } from '../../platform/process/config.ts';

export interface Watchers {
  /** Null when none is configured: no witness watches, and the pages say so. */
  readonly text: string | null;
  readonly policy: Policy;
  /** By verifier key, in the order of the policy. */
  readonly byKey: ReadonlyMap<string, PolicyWitness>;
  readonly keys: readonly string[];
}

const NO_WITNESSES: Policy = { logs: [], witnesses: [], quorum: null };

/** The text was checked by the configuration. */
export function watchersOf({ witnessPolicy }: Pick<Config, 'witnessPolicy'>): Watchers {
  const policy = witnessPolicy === null ? NO_WITNESSES : parsePolicy(witnessPolicy);
  const byKey = new Map(policy.witnesses.map((witness) => [formatCosignerKey(witness.key), witness]));
  return { text: witnessPolicy, policy, byKey, keys: [...byKey.keys()] };
}

/** Whether cosignatures of these keys are enough. */
export function areEnough({ policy, byKey }: Watchers, keys: Iterable<string>): boolean {
  const names = [...keys].flatMap((key) => byKey.get(key)?.name ?? []);
  return isQuorum(policy, new Set(names));
}
