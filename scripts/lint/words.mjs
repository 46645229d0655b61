/**
 * Words that docs/style.md replaced: riddles and archaisms that readers stumbled over. This rule checks comments, texts and names;
 * scripts/words.test.ts checks everything that is not TypeScript (documents, SQL, CSS) with the same list.
 */

/** Refused words, and their replacements. */
const WORDS = [
  [/\b(told|tells)\b/i, 'notify, return, report, publish, say, show'],
  [
    /(^|[a-z])Told(?![a-z])|\btold[A-Z]|\btell(Of|About|s)[A-Z]/,
    'a noun for a type, a verb such as notify for a function',
  ],
  [/\b(nobody|anybody)\b/i, 'the actor: "only the assignee can", "no player"; on screens "no one", "anyone"'],
  [/\bwhoever\b/i, 'the actor: "a caller that", "whichever node"'],
  [/\bheld against\b/i, 'compared with, checked against'],
  [/\b(is|are) put to\b/i, 'sent to, checked by'],
  [/\bgives? back what\b/i, 'returns, releases, unassigns'],
  [/\bdearest|dearer\b/i, 'most expensive, more expensive'],
  [/\bby and by\b/i, 'later, gradually'],
  // Not in upper case: FAIR PLAY is the button that the specification quotes.
  [/\b[Ff]air[ -][Pp]lay\b|[Ff]airPlay/, 'Fairplay; in names: fairplay'],
];

/** The system user of that name. */
const SYSTEM_USER = 'nobody';

/** The first replaced word in a text, with its replacement; null if there is none. */
export function replacedWord(text) {
  for (const [pattern, instead] of WORDS) {
    const found = pattern.exec(text);
    if (found !== null) return `'${found[0]}': write ${instead} (docs/style.md).`;
  }
  return null;
}

export const words = {
  create(context) {
    const { sourceCode } = context;
    /** A quoted name (`...`) is allowed, as in documents. */
    const check = (node, text) => {
      const message = replacedWord(text.replaceAll(/`[^`]*`/g, ''));
      if (message !== null) context.report({ node, message });
    };
    return {
      Literal: (node) => typeof node.value === 'string' && node.value !== SYSTEM_USER && check(node, node.value),
      TemplateElement: (node) => check(node, node.value.raw),
      JSXText: (node) => check(node, node.value),
      Identifier: (node) => check(node, node.name),
      'Program:exit': () => {
        for (const comment of sourceCode.getAllComments()) check(comment, comment.value);
      },
    };
  },
};
