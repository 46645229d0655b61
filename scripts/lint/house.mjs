/**
 * The house's own lint rules, for the files that .oxlintrc.json names for each: one clock, one randomness, one environment; money in
 * integer cents; the same page for everyone. All but the length of a line are selectors of what may not be written, each with what
 * to do instead. lint.test.ts plants a fault of each.
 */
import { lineLength } from './line-length.mjs';
import { words } from './words.mjs';

const oneSource = [
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: 'Use the clock of deps.' },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Use the clock of deps.' },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'Outcomes come from fairness/, tokens from deps.random.',
  },
  {
    selector: 'CallExpression[callee.name=/^(setTimeout|setInterval|setImmediate)$/]',
    message: 'Use clock.sleep, or a sweep.',
  },
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: 'Settings are parsed once, in platform/process/config.ts.',
  },
  {
    selector: 'TemplateElement[value.raw=/\\b(now\\(\\)|current_timestamp|random\\(\\))/i]',
    message: 'SQL has no clock and no randomness of its own: pass them in.',
  },
];

const wireMoney =
  ':matches(MemberExpression[property.name=/Usd$|^min(bet|dep)$/], Identifier[name=/Usd$|^min(bet|dep)$/])';
const cents =
  ':matches(MemberExpression[property.name=/[cC]ents$/], Identifier[name=/[cC]ents$|^(total|pot|stake|price)$/])';
/** The operand itself, or inside `?.`, `??`, `!` or `as`. */
const operand = ':matches(ChainExpression, LogicalExpression, TSNonNullExpression, TSAsExpression)';
const useCents =
  'Money is integer cents in the client: read the wire by `centsFromUsd`, compute and compare in `Cents`.';
const useFormat = 'Amounts are written by `Money` or `formatUsd`, rates by ui/percent.ts.';

/** Money in floats, detected by common patterns. lint.test.ts lists what it finds and what it allows. */
const floatMoney = [
  ...[wireMoney, `${operand} > ${wireMoney}`, `${operand} > ${operand} > ${wireMoney}`].map((amount) => ({
    selector:
      ":matches(BinaryExpression, AssignmentExpression[operator!='='], UnaryExpression[operator=/^[-+]$/]) " +
      `> ${amount}`,
    message: useCents,
  })),
  { selector: `CallExpression[callee.object.name='Math'] > ${wireMoney}.arguments`, message: useCents },
  { selector: 'BinaryExpression[operator=/^[*/]$/] > Literal[value=100]', message: `${useCents} ${useFormat}` },
  { selector: `BinaryExpression[operator=/^[*/]$/]:has(> Literal[raw=/[.]/]) > ${cents}`, message: useCents },
  { selector: `:matches(TemplateLiteral, JSXElement > JSXExpressionContainer) > ${wireMoney}`, message: useFormat },
  { selector: "CallExpression[callee.property.name='toFixed'][arguments.0.value=2]", message: useFormat },
  {
    selector:
      'CallExpression > MemberExpression.callee[property.name=/^to(Fixed|Precision|LocaleString)$/] > ' +
      `:matches(${wireMoney}, Identifier[name=/[cC]ents$/], MemberExpression[property.name=/[cC]ents$/]).object`,
    message: useFormat,
  },
];

const sameForEveryone = [
  { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'Text goes in as text.' },
  { selector: "MemberExpression[property.name='innerHTML']", message: 'Text goes in as text.' },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'Nothing on a screen is random.',
  },
];

/** A failed refetch must not remove what is on the screen, or what a person has selected there. */
const failed = ":matches(Identifier[name=/^(error|isError)$/], MemberExpression[property.name='isError'])";
const keepWhatIsShown = [
  `IfStatement:has(JSXElement) > ${failed}.test`,
  `ConditionalExpression[consequent.type='JSXElement'] > ${failed}.test`,
  `LogicalExpression[operator='&&'][right.type='JSXElement'] > ${failed}.left`,
]
  .map((selector) => ({ selector, message: 'Show an error only without data: `error && !data`.' }))
  .concat({
    selector:
      "JSXElement[openingElement.name.name='NoAnswer']:not(IfStatement[test.operator='!'] *, " +
      "ConditionalExpression[test.operator='!'] *, LogicalExpression[left.operator='!'] *)",
    message: 'Show an error only without data: `!data && <NoAnswer />`.',
  });

/** A rule that reports each node matching one of these selectors. */
function forbidding(forbidden) {
  return {
    create: (context) =>
      Object.fromEntries(
        forbidden.map(({ selector, message }) => [selector, (node) => context.report({ node, message })]),
      ),
  };
}

const plugin = {
  meta: { name: 'house' },
  rules: {
    'one-source': forbidding(oneSource),
    'float-money': forbidding(floatMoney),
    'same-for-everyone': forbidding(sameForEveryone),
    'keep-what-is-shown': forbidding(keepWhatIsShown),
    'line-length': lineLength,
    words,
  },
};

export default plugin;
