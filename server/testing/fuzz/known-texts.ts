/** Texts that the site has shown, by field name: existing ids, for inputs that reach further. */
import fc from 'fast-check';
import type { JsonSchema, KnownText } from './schema.ts';

const MAX_PER_NAME = 50;
const MAX_LETTERS = 500;
/** Texts generated for a pattern that no shown text fits. */
const MADE = { numRuns: 5, seed: 20 };

export class KnownTexts {
  readonly #byName = new Map<string, Set<string>>();
  /** Matching texts, by field and pattern; as of the last added text. */
  readonly #fitting = new Map<string, readonly string[]>();
  #taken = 0;

  readonly #maxPerName: number;
  constructor(maxPerName = MAX_PER_NAME) {
    this.#maxPerName = maxPerName;
  }

  add(value: unknown, name = ''): void {
    if (typeof value === 'string') this.#addText(name, value);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) this.add(inner, Array.isArray(value) ? name : key);
  }

  #addText(name: string, text: string): void {
    const texts = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, texts);
    if (texts.size < this.#maxPerName && text.length < MAX_LETTERS) texts.add(text);
    this.#fitting.clear();
  }

  /** Rotates through the matching texts: those of the field's name first, then those of the pattern, then generated ones. */
  readonly oneOf: KnownText = (name, schema) => {
    const key = JSON.stringify([name, schema.pattern, schema.minLength]);
    const found = this.#fitting.get(key) ?? this.#find(name, schema);
    this.#fitting.set(key, found);
    this.#taken += 1;
    return found[this.#taken % found.length] ?? null;
  };

  #find(name: string, schema: JsonSchema): readonly string[] {
    const shown = this.shown(name, schema);
    return shown.length > 0 || schema.pattern === undefined
      ? shown
      : fc.sample(fc.stringMatching(new RegExp(schema.pattern, 'u')), MADE);
  }

  /** The matching texts that the site has shown. */
  shown(name: string, { pattern, minLength = 0 }: JsonSchema): readonly string[] {
    const shape = pattern === undefined ? /^/u : new RegExp(pattern, 'u');
    const fits = (text: string) => text.length >= minLength && shape.test(text);
    const named = [...(this.#byName.get(name) ?? [])].filter(fits);
    if (named.length > 0 || pattern === undefined) return named;
    return [...this.#byName.values()].flatMap((texts) => [...texts]).filter(fits);
  }
}
