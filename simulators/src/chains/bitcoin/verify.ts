/**
 * Checks whether a Bitcoin transaction may spend its inputs: every signature is checked against the output that it spends, for the kind that the
 * wallets here use, native segwit (v0, key hash). Others are refused.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { OutScript, RawTx, Transaction } from '@scure/btc-signer';

/** An unspent output; `script` in hex. */
export interface Spendable {
  readonly script: string;
  readonly value: number;
}

export interface ParsedTx {
  readonly txid: string;
  readonly hex: string;
  readonly version: number;
  readonly lockTime: number;
  readonly weight: number;
  readonly inputs: readonly {
    readonly txid: string;
    readonly vout: number;
    readonly sequence: number;
    readonly witness: readonly string[];
  }[];
  readonly outputs: readonly Spendable[];
}

const OPTIONS = { allowUnknownInputs: true, allowUnknownOutputs: true, allowLegacyWitnessUtxo: true };
const SIGHASH_ALL = 1;

/** Throws an Error for an invalid transaction. */
export function parseTx(hex: string): ParsedTx {
  const data = hexToBytes(hex);
  const { version, lockTime, witnesses } = RawTx.decode(data);
  const tx = Transaction.fromRaw(data, OPTIONS);
  const each = (count: number) => [...Array(count).keys()];
  return {
    txid: tx.id,
    hex,
    version,
    lockTime,
    // Bytes outside witnesses count four times.
    weight: witnesses === undefined ? hex.length * 2 : tx.weight,
    inputs: each(tx.inputsLength).map((n) => {
      const { txid = new Uint8Array(), index = 0, sequence = 0 } = tx.getInput(n);
      const witness = (witnesses?.[n] ?? []).map((item) => bytesToHex(item));
      return { txid: bytesToHex(txid), vout: index, sequence, witness };
    }),
    outputs: each(tx.outputsLength).map((n) => {
      const { script = new Uint8Array(), amount = 0n } = tx.getOutput(n);
      return { script: bytesToHex(script), value: Number(amount) };
    }),
  };
}

/** Null, or why an input's script fails. `spent` are the outputs that the inputs name, in their order. */
export function brokenScript(tx: ParsedTx, spent: readonly Spendable[]): string | null {
  const full = Transaction.fromRaw(hexToBytes(tx.hex), OPTIONS);
  for (const [n, input] of tx.inputs.entries()) {
    const output = spent[n];
    if (output === undefined) return `input ${n} spends nothing`;
    const script = hexToBytes(output.script);
    const witness = input.witness.map((item) => hexToBytes(item));
    const holds = isKeyHash(script) && keyHashHolds(full, n, script, output.value, witness);
    if (!holds) return `mandatory-script-verify-flag-failed (input ${n})`;
  }
  return null;
}

const isKeyHash = (script: Uint8Array) => script.length === 22 && script[0] === 0 && script[1] === 20;

function keyHashHolds(
  tx: Transaction,
  n: number,
  script: Uint8Array,
  value: number,
  [signature, key, ...more]: readonly Uint8Array[],
): boolean {
  if (signature === undefined || key === undefined || more.length > 0) return false;
  const hash = ripemd160(sha256(key));
  if (bytesToHex(hash) !== bytesToHex(script.subarray(2))) return false;
  const type = signature.at(-1) ?? 0;
  if (type !== SIGHASH_ALL) return false;
  const preimage = tx.preimageWitnessV0(n, OutScript.encode({ type: 'pkh', hash }), type, BigInt(value));
  return checked(() =>
    secp256k1.verify(signature.subarray(0, -1), preimage, key, { prehash: false, format: 'der', lowS: true }),
  );
}

/** False also for malformed signatures and keys. */
function checked(holds: () => boolean): boolean {
  try {
    return holds();
  } catch {
    return false;
  }
}
