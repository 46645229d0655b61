/**
 * A line of code has at most 120 characters, including texts and SQL, which the formatter cannot break: continue a text with `+`, break SQL at a
 * clause. Exceptions are unbreakable: an import, one token (a hash, a drawn path, an address), and a blank that the formatter wrote at the end of a
 * JSX part. Comments count only with the option `comments`; `texts: 'given'` allows one-line texts as arguments of a call (names of tests, expected
 * values).
 */
const MAX_LENGTH = 120;
const TOKEN = /\S{101,}/;
const IMPORT = /^(import|export) .* from '.*';$/;
const WRITTEN_OUT_BLANK = /\{' '\}$/;
const canBeBroken = (line) => !TOKEN.test(line) && !IMPORT.test(line) && !WRITTEN_OUT_BLANK.test(line);

export const lineLength = {
  meta: {
    schema: [
      {
        type: 'object',
        properties: { comments: { type: 'boolean' }, texts: { enum: ['given'] } },
        additionalProperties: false,
      },
    ],
  },
  create(context) {
    const { sourceCode } = context;
    const { comments: counted = false, texts } = context.options[0] ?? {};
    const long = sourceCode.lines.flatMap((text, at) =>
      [...text].length > MAX_LENGTH && canBeBroken(text) ? [{ text, number: at + 1 }] : [],
    );
    if (long.length === 0) return {};
    /** Line numbers of exempt texts. */
    const unbroken = new Set();
    const note = (node) => {
      const { start, end } = node.loc;
      const isLet = texts === 'given' && ('regex' in node || isGiven(node));
      for (let number = start.line; isLet && number <= end.line; number += 1) unbroken.add(number);
    };
    return {
      Literal: (node) => (typeof node.value === 'string' || 'regex' in node) && note(node),
      TemplateLiteral: note,
      'Program:exit': () => {
        const comments = counted ? [] : sourceCode.getAllComments();
        for (const { text, number } of long) {
          const code = withoutComments(text, number, comments);
          if (code.length <= MAX_LENGTH || unbroken.has(number)) continue;
          const loc = { start: { line: number, column: 0 }, end: { line: number, column: text.length } };
          context.report({ loc, message: `A line has at most ${MAX_LENGTH} characters; this one has ${text.length}.` });
        }
      },
    };
  },
};

/** A long one-line text that is an argument of a call: not SQL, which has a tag, and not a short text next to something long. */
function isGiven({ loc: { start, end }, parent }) {
  const isLong = start.line === end.line && end.column - start.column > MAX_LENGTH / 2;
  return isLong && parent.type === 'CallExpression';
}

/** A line without its trailing comments; empty inside a comment. */
function withoutComments(text, number, comments) {
  let code = text;
  for (const { loc } of comments.toReversed()) {
    const within = loc.start.line <= number && loc.end.line >= number;
    const toTheEnd = within && (loc.end.line > number || code.slice(loc.end.column).trim() === '');
    if (toTheEnd) code = loc.start.line < number ? '' : code.slice(0, loc.start.column).trimEnd();
  }
  return code;
}
