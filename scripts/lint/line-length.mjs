/**
 * A line of code has at most 120 characters, its texts and SQL too, which the formatter cannot break: a text goes on with `+`, SQL at a
 * clause. Let be is what cannot be broken: an import, one token (a hash, a drawn path, an address), and a blank that the formatter
 * wrote out behind a part of a page. Comments count only where the option `comments` says so; `texts: 'given'` lets texts be on one line
 * that are given to a call (names of tests, what they expect).
 */
const MOST = 120;
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
      [...text].length > MOST && canBeBroken(text) ? [{ text, number: at + 1 }] : [],
    );
    if (long.length === 0) return {};
    /** Numbers of the lines that a text stands on which is let be. */
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
          if (code.length <= MOST || unbroken.has(number)) continue;
          const loc = { start: { line: number, column: 0 }, end: { line: number, column: text.length } };
          context.report({ loc, message: `A line has at most ${MOST} characters; this one has ${text.length}.` });
        }
      },
    };
  },
};

/** A long text on one line that a call is given: no SQL, which has a tag, nor a short one beside something long. */
function isGiven({ loc: { start, end }, parent }) {
  const isLong = start.line === end.line && end.column - start.column > MOST / 2;
  return isLong && parent.type === 'CallExpression';
}

/** What is left of a line without the comments at its end; nothing of one within a comment. */
function withoutComments(text, number, comments) {
  let code = text;
  for (const { loc } of comments.toReversed()) {
    const within = loc.start.line <= number && loc.end.line >= number;
    const toTheEnd = within && (loc.end.line > number || code.slice(loc.end.column).trim() === '');
    if (toTheEnd) code = loc.start.line < number ? '' : code.slice(0, loc.start.column).trimEnd();
  }
  return code;
}
