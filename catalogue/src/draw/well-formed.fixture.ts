/**
 * A strict check of the XML the drawings use: elements and double-quoted attributes, one root, no text. Smaller
 * than a parser because a drawing needs nothing more.
 */

const TAG = /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z][a-zA-Z0-9:-]*="[^"<&]*")*)\s*(\/?)>/y;

/** The problem with a drawing, or an empty text. */
export function wellFormed(svg: string): string {
  const open: string[] = [];
  let at = 0;
  while (at < svg.length) {
    TAG.lastIndex = at;
    const match = TAG.exec(svg);
    if (!match) return `not a tag at ${at}: ${svg.slice(at, at + 40)}`;
    if (at > 0 && open.length === 0) return 'more than one root';
    const [text, closing, name = '', attributes = '', empty] = match;
    const names = [...attributes.matchAll(/\s([a-zA-Z][a-zA-Z0-9:-]*)=/g)].map((found) => found[1]);
    if (new Set(names).size !== names.length) return `repeated attribute in ${text}`;
    if (closing) {
      if (open.pop() !== name) return `unexpected </${name}> at ${at}`;
    } else if (!empty) {
      open.push(name);
    }
    at += text.length;
  }
  return open.length === 0 ? '' : `never closed: ${open.join(', ')}`;
}
