/**
 * Every statement of server/src whose rows have a stated type (`db.many<Row>(sql`...`)`), found by the compiler: its text, assembled as the `sql` tag
 * does it, and the properties of the row. row-types.test.ts compares the two.
 */
import { join } from 'node:path';
import ts from 'typescript';

export interface Property {
  readonly name: string;
  readonly kind: 'number' | 'string' | 'boolean' | 'buffer' | 'array' | 'object' | 'any';
  readonly nullable: boolean;
}

export interface Statement {
  /** Path below server/src, with forward slashes, and the line. */
  readonly file: string;
  readonly line: number;
  /** With $1, $2, ...; null when a part of it is only known at run time. */
  readonly text: string | null;
  readonly row: readonly Property[];
}

const SRC = join(import.meta.dirname, '../../src');
const READS = ['many', 'one', 'maybe'];
const PARAMETER = '\u0000';

/** A parameter of a called function, and the caller's argument. */
type Given = ReadonlyMap<ts.Symbol, { readonly expression: ts.Expression; readonly given: Given }>;

export function statements(): Statement[] {
  const configFile = join(SRC, '../tsconfig.json');
  const config = ts.parseJsonConfigFileContent(
    ts.readConfigFile(configFile, (path) => ts.sys.readFile(path)).config,
    ts.sys,
    join(SRC, '..'),
  );
  const files = config.fileNames.filter((file) => !/\.test\.ts$|\/testing\//.test(file));
  const program = ts.createProgram(files, config.options);
  return new Reader(program.getTypeChecker()).read(program.getSourceFiles());
}

class Reader {
  readonly #checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  read(files: readonly ts.SourceFile[]): Statement[] {
    const found: Statement[] = [];
    for (const source of files) {
      const file = source.fileName.replaceAll('\\', '/').split('/server/src/')[1];
      if (file === undefined || source.isDeclarationFile) continue;
      const visit = (node: ts.Node): void => {
        const query = queryOf(node);
        const row = query && this.#row(node);
        if (row) {
          const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
          found.push({ file, line, text: this.#text(query), row: this.#properties(row, node) });
        }
        ts.forEachChild(node, visit);
      };
      visit(source);
    }
    return found;
  }

  #text(query: ts.Expression): string | null {
    let n = 0;
    return (
      this.#sql(query, new Map())
        ?.split(PARAMETER)
        .reduce((text, part) => `${text}$${(n += 1)}${part}`) ?? null
    );
  }

  /** The text of an expression of type Sql, or null. */
  #sql(expression: ts.Expression, given: Given): string | null {
    if (ts.isTaggedTemplateExpression(expression)) return this.#template(expression.template, given);
    if (ts.isParenthesizedExpression(expression)) return this.#sql(expression.expression, given);
    if (ts.isConditionalExpression(expression)) {
      return this.#sql(expression.whenTrue, given) ?? this.#sql(expression.whenFalse, given);
    }
    if (ts.isIdentifier(expression)) return this.#named(expression, given);
    if (ts.isCallExpression(expression)) return this.#called(expression, given);
    if (ts.isStringLiteral(expression)) return expression.text;
    if (ts.isTemplateLiteral(expression)) return this.#template(expression, given);
    if (ts.isObjectLiteralExpression(expression)) return this.#literal(expression, given);
    // An embedded value: an expression in the places that allow one.
    return ts.isPropertyAccessExpression(expression) ? '(null)' : null;
  }

  /** `{ text: '...', values }` */
  #literal(literal: ts.ObjectLiteralExpression, given: Given): string | null {
    for (const property of literal.properties) {
      if (!ts.isPropertyAssignment(property) || property.name.getText() !== 'text') continue;
      return this.#sql(property.initializer, given);
    }
    return null;
  }

  #template(template: ts.TemplateLiteral, given: Given): string | null {
    if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
    const isTagged = ts.isTaggedTemplateExpression(template.parent);
    let text = template.head.text;
    for (const { expression, literal } of template.templateSpans) {
      const isSql = !isTagged || this.#checker.getTypeAtLocation(expression).getSymbol()?.name === 'Sql';
      const part = isSql ? this.#sql(expression, given) : PARAMETER;
      if (part === null) return null;
      text += part + literal.text;
    }
    return text;
  }

  #named(name: ts.Identifier, given: Given): string | null {
    const symbol = this.#symbol(name);
    const handed = symbol && given.get(symbol);
    if (handed) return this.#sql(handed.expression, handed.given);
    const declared = symbol?.valueDeclaration;
    const isConstant = declared && ts.isVariableDeclaration(declared) && declared.initializer;
    return isConstant ? this.#sql(isConstant, given) : null;
  }

  #called(call: ts.CallExpression, given: Given): string | null {
    // A list of literals to choose from: any of them has the type of null.
    if (ts.isPropertyAccessExpression(call.expression) && call.expression.name.text === 'join') return 'null';
    const declared = this.#symbol(call.expression)?.valueDeclaration;
    const made = declared && ts.isVariableDeclaration(declared) ? declared.initializer : declared;
    if (!made || !(ts.isFunctionDeclaration(made) || ts.isArrowFunction(made)) || !made.body) return null;
    const handed = new Map(given);
    made.parameters.forEach(({ name, initializer }, i) => {
      const expression = call.arguments[i] ?? initializer;
      const symbol = this.#checker.getSymbolAtLocation(name);
      if (symbol && expression) handed.set(symbol, { expression, given });
    });
    const results = ts.isBlock(made.body) ? returned(made.body) : [made.body];
    for (const result of results) {
      const text = this.#sql(result, handed);
      if (text !== null) return text;
    }
    return null;
  }

  #symbol(name: ts.Node): ts.Symbol | undefined {
    const symbol = this.#checker.getSymbolAtLocation(name);
    const isImported = symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return isImported ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  /** The row type of the call's result; undefined if it states none. */
  #row(call: ts.Node): ts.Type | undefined {
    const result = this.#checker.getAwaitedType(this.#checker.getTypeAtLocation(call));
    const [one] = parts(result ?? this.#checker.getAnyType()).filter(
      (part) => (part.flags & ts.TypeFlags.Undefined) === 0,
    );
    const row =
      one && this.#checker.isArrayType(one) ? this.#checker.getTypeArguments(one as ts.TypeReference)[0] : one;
    return row && this.#checker.getPropertiesOfType(row).length > 0 ? row : undefined;
  }

  #properties(row: ts.Type, call: ts.Node): Property[] {
    return this.#checker.getPropertiesOfType(row).map((property) => {
      const type = this.#checker.getTypeOfSymbolAtLocation(property, call);
      const kinds = parts(type).map((part) => this.#kind(part));
      const rest = [...new Set(kinds.filter((kind) => kind !== 'null'))];
      const kind = rest.length === 1 && rest[0] ? rest[0] : 'any';
      return { name: property.name, kind, nullable: kinds.includes('null') || kind === 'any' };
    });
  }

  #kind(type: ts.Type): Property['kind'] | 'null' {
    const is = (flags: ts.TypeFlags) => (type.flags & flags) !== 0;
    if (is(ts.TypeFlags.Null | ts.TypeFlags.Undefined)) return 'null';
    if (is(ts.TypeFlags.NumberLike)) return 'number';
    if (is(ts.TypeFlags.StringLike)) return 'string';
    if (is(ts.TypeFlags.BooleanLike)) return 'boolean';
    // A branded number or string.
    if (type.isIntersection()) return this.#kind(type.types[0] ?? type);
    if (!is(ts.TypeFlags.Object)) return 'any';
    if (this.#checker.isArrayType(type) || this.#checker.isTupleType(type)) return 'array';
    return type.getSymbol()?.name === 'Buffer' ? 'buffer' : 'object';
  }
}

function queryOf(node: ts.Node): ts.Expression | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  return READS.includes(node.expression.name.text) ? node.arguments[0] : undefined;
}

function parts(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

function returned(body: ts.Block): ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  ts.forEachChild(body, visit);
  return found;
}
