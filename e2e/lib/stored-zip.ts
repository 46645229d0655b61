/** Reads the files of a ZIP with stored entries (method 0) without the site's own code; and the cells of a CSV. */

/** By name, in their order. Throws for a compressed file. */
export function filesOf(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  let at = 0;
  while (zip.readUInt32LE(at) === 0x04034b50) {
    if (zip.readUInt16LE(at + 8) !== 0) throw new Error('a file that is packed');
    const [size, nameSize, extraSize] = [
      zip.readUInt32LE(at + 18),
      zip.readUInt16LE(at + 26),
      zip.readUInt16LE(at + 28),
    ];
    const from = at + 30 + nameSize + extraSize;
    files.set(zip.toString('utf8', at + 30, at + 30 + nameSize), zip.toString('utf8', from, from + size));
    at = from + size;
  }
  return files;
}

/** The rows of a CSV (RFC 4180) as cells by column. */
export function rowsOf(csv: string): Record<string, string>[] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') lines.push([]);
  }
  const [head = [], ...rows] = lines.filter((cells) => cells.length > 1 || cells[0] !== '');
  return rows.map((cells) => Object.fromEntries(head.map((column, n) => [column, cells[n] ?? ''])));
}
