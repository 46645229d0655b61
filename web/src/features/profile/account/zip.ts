/**
 * Packs several files into one ZIP without compression (PKWARE APPNOTE 6.3, method 0). Used for CSV exports, which have one file per table.
 * Names are ASCII.
 */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc >>> 0;
});

/** CRC-32 (IEEE 802.3) of bytes. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

export interface ZipFile {
  readonly name: string;
  readonly text: string;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** Names and contents are UTF-8. */
const FLAGS = 0x0800;

/** Packs the files; `at` is their timestamp. */
export function zipOf(files: readonly ZipFile[], at: Date): Blob {
  const encoder = new TextEncoder();
  const time = (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1);
  const date = ((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const central: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, text } of files) {
    const [path, bytes] = [encoder.encode(name), encoder.encode(text)];
    const common = [VERSION, FLAGS, 0, time, date];
    const sizes = [crc32(bytes), bytes.length, bytes.length];
    const local = record(LOCAL, common, sizes, [path.length, 0]);
    central.push(record(CENTRAL, [VERSION, ...common], sizes, [path.length, 0, 0, 0, 0], [0, offset]), path);
    parts.push(local, path, bytes);
    offset += local.length + path.length + bytes.length;
  }
  const length = central.reduce((sum, part) => sum + part.length, 0);
  const end = record(END, [0, 0, files.length, files.length], [length, offset], [0]);
  return new Blob([...parts, ...central, end], { type: 'application/zip' });
}

/** A record: its signature, then groups of two-byte and four-byte fields in turn, little-endian. */
function record(signature: number, ...fields: readonly (readonly number[])[]): Uint8Array<ArrayBuffer> {
  const widths = fields.map((_, n) => (n % 2 === 0 ? 2 : 4));
  const size = fields.reduce((sum, group, n) => sum + group.length * (widths[n] ?? 2), 4);
  const view = new DataView(new ArrayBuffer(size));
  view.setUint32(0, signature, true);
  let at = 4;
  fields.forEach((group, n) => {
    for (const value of group) {
      if (widths[n] === 4) view.setUint32(at, value, true);
      else view.setUint16(at, value, true);
      at += widths[n] ?? 2;
    }
  });
  return new Uint8Array(view.buffer);
}
