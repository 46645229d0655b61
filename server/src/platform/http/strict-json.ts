/**
 * JSON from outside: JSON.parse with stricter rules. Refused: a duplicate name in one object (two parsers could disagree), names that reach an
 * object's prototype, and nesting beyond 20. Written by hand: secure-json-parse refuses only one of the three, the name `__proto__` (decision 0058).
 */
const MAX_DEPTH = 20;
const POISON: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Throws SyntaxError with a readable reason. Empty text is an empty object: a POST without a body. */
export function parseStrictJson(text: string): unknown {
  if (text === '') return {};
  const value: unknown = JSON.parse(text);
  checkNames(text);
  return value;
}

/** Walks text that is known to be JSON. A string is a name if its position in an object requires a name. */
function checkNames(text: string): void {
  const objects: (Set<string> | null)[] = [];
  let nameNext = false;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    if (token === '{' || token === '[') {
      objects.push(token === '{' ? new Set() : null);
      if (objects.length > MAX_DEPTH) throw new SyntaxError('the JSON is nested too deeply');
    } else if (token === '}' || token === ']') objects.pop();
    else if (nameNext && token !== ',' && token !== ':') noteName(objects.at(-1) ?? null, token);
    nameNext = (token === '{' || token === ',') && objects.at(-1) instanceof Set;
  }
}

function noteName(names: Set<string> | null, token: string): void {
  const name = JSON.parse(token) as string;
  if (POISON.includes(name)) throw new SyntaxError(`a field must not be named ${name}`);
  if (names?.has(name)) throw new SyntaxError(`duplicate field ${name}`);
  names?.add(name);
}
