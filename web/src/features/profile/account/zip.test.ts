/** The ZIP format: the known checksum, and each file found by the central directory. */
import { expect, test } from 'vitest';
import { crc32, zipOf } from './zip.ts';

test('CRC-32 has its check value', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  expect(crc32(new Uint8Array())).toBe(0);
});

test('each file is found by the central directory, with its bytes', async () => {
  const files = [
    { name: 'csv/players.csv', text: 'id,name\r\nply_1,"Ä, ""x"""\r\n' },
    { name: 'empty.csv', text: '' },
  ];
  const bytes = new Uint8Array(await zipOf(files, new Date(2026, 10, 22, 19, 30, 4)).arrayBuffer());
  const view = new DataView(bytes.buffer);
  const end = bytes.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  expect(view.getUint16(end + 10, true)).toBe(2);
  let at = view.getUint32(end + 16, true);
  expect(at + view.getUint32(end + 12, true)).toBe(end);
  for (const { name, text } of files) {
    expect(view.getUint32(at, true)).toBe(0x02014b50);
    const [size, nameLength, local] = [
      view.getUint32(at + 24, true),
      view.getUint16(at + 28, true),
      view.getUint32(at + 42, true),
    ];
    expect(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))).toBe(name);
    expect(view.getUint32(local, true)).toBe(0x04034b50);
    const content = bytes.subarray(local + 30 + nameLength, local + 30 + nameLength + size);
    expect(new TextDecoder().decode(content)).toBe(text);
    expect(view.getUint32(at + 16, true)).toBe(crc32(content));
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
});
