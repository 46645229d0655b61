/** What a site answers about its log, as every verifier parses it: the signed head, and leaves under it. Throws a ShapeError that names the wrong field. */
import { readArray, readInt, readObject, readText } from '../encoding/shape.ts';
import type { PlacedLeaf } from './log-check.ts';

const MAX_TEXT = 65_535;

/** A head: the verifier key that the site supplies, and the signed note. Its other fields repeat the note. */
export function readServedHead(value: unknown, path: string): { readonly key: string; readonly note: string } {
  const { key, checkpoint } = readObject(value, path, ['origin', 'key', 'size', 'root', 'at', 'checkpoint']);
  return { key: readText(key, `${path}.key`), note: readText(checkpoint, `${path}.checkpoint`, MAX_TEXT) };
}

export function readPlacedLeaf(value: unknown, path: string): PlacedLeaf {
  const leaf = readObject(value, path, ['index', 'body', 'path']);
  return {
    index: readInt(leaf['index'], `${path}.index`),
    body: readText(leaf['body'], `${path}.body`, MAX_TEXT),
    path: readArray(leaf['path'], `${path}.path`, 0, (hash, at) => readText(hash, at)),
  };
}
