/** As much of the protobuf wire format as the sign-in of accounts and TRON's transactions need: the values of each field, by its number. */

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

export type Fields = ReadonlyMap<number, readonly (bigint | Buffer)[]>;

/** Throws for an invalid message. */
export function readFields(message: Uint8Array): Fields {
  const data = Buffer.from(message);
  const fields = new Map<number, (bigint | Buffer)[]>();
  let at = 0;
  const take = (length: number): Buffer => {
    if (at + length > data.length) throw new RangeError('the message ends too early');
    at += length;
    return data.subarray(at - length, at);
  };
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const [byte = 0] = take(1);
      value |= BigInt(byte & 0x7f) << shift;
      if ((byte & 0x80) === 0) return value;
    }
    throw new RangeError('a number without an end');
  };
  while (at < data.length) {
    const tag = Number(varint());
    const kind = tag & 7;
    const values = fields.get(tag >> 3) ?? [];
    fields.set(tag >> 3, values);
    if (kind === VARINT) values.push(varint());
    else if (kind === FIXED64) values.push(take(8).readBigUInt64LE());
    else if (kind === FIXED32) values.push(BigInt(take(4).readUInt32LE()));
    else if (kind === BYTES) values.push(take(Number(varint())));
    else throw new RangeError(`no such kind of field: ${kind}`);
  }
  return fields;
}

/** Numbers as varints, text and bytes with their length, `{ float }` in four bytes; in the given order. */
export function message(
  ...fields: readonly (readonly [number, bigint | string | Uint8Array | { readonly float: number }])[]
): Buffer {
  return Buffer.concat(
    fields.map(([field, value]) => {
      if (typeof value === 'bigint')
        return Buffer.concat([varintOf(BigInt(field << 3) | BigInt(VARINT)), varintOf(value)]);
      if (typeof value === 'object' && 'float' in value) {
        const four = Buffer.alloc(4);
        four.writeFloatLE(value.float);
        return Buffer.concat([varintOf(BigInt((field << 3) | FIXED32)), four]);
      }
      const bytes = Buffer.from(value);
      return Buffer.concat([varintOf(BigInt((field << 3) | BYTES)), varintOf(BigInt(bytes.length)), bytes]);
    }),
  );
}

function varintOf(value: bigint): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    if (rest < 0x80n) return Buffer.from([...bytes, Number(rest)]);
    bytes.push(Number(rest & 0x7fn) | 0x80);
  }
}
