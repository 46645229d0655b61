/**
 * Lines of code have at most 120 characters; what cannot be broken is let be: texts, patterns, addresses, and a blank that the formatter
 * wrote out behind a part of a page. Comments count only where the option `{ comments: true }` says so.
 */
const MOST = 120;
const ADDRESS = /[^:/?#]:\/\/[^?#]/;
const WRITTEN_OUT_BLANK = /\{' '\}$/;

export const lineLength = {
  meta: { schema: [{ type: 'object', properties: { comments: { type: 'boolean' } }, additionalProperties: false }] },
  create(context) {
    const { sourceCode } = context;
    const long = sourceCode.lines.flatMap((text, at) =>
      [...text].length > MOST && !ADDRESS.test(text) && !WRITTEN_OUT_BLANK.test(text) ? [{ text, number: at + 1 }] : [],
    );
    if (long.length === 0) return {};
    /** Numbers of the lines that a text or a pattern stands on. */
    const unbroken = new Set();
    const note = ({ loc }) => {
      for (let number = loc.start.line; number <= loc.end.line; number += 1) unbroken.add(number);
    };
    return {
      Literal: (node) => (typeof node.value === 'string' || 'regex' in node) && note(node),
      TemplateElement: note,
      'Program:exit': () => {
        const comments = context.options[0]?.comments ? [] : sourceCode.getAllComments();
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
