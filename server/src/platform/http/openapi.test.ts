import { CALLS } from '@fairpot/contract/registry/schemas';
import { describe, expect, test } from 'vitest';
import { openApi } from './openapi.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { name: string; in: string; required: boolean }[];
  readonly requestBody?: { content: Record<string, { schema: { properties: object; required: string[] } }> };
  readonly responses: Record<string, { description: string; headers?: object }>;
  readonly security?: readonly object[];
}
interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { schemas: Record<string, unknown> };
}

const document = JSON.parse(JSON.stringify(openApi(CALLS))) as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

describe('the OpenAPI document', () => {
  test('lists every public call of the registry, and nothing else', () => {
    const wanted = CALLS.filter((call) => call.permission !== 'system').map((call) => call.name);
    expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(wanted.sort());
  });

  test('declares every parameter of a path', () => {
    for (const { path, operation } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const declared = operation.parameters.filter((p) => p.in === 'path' && p.required).map((p) => p.name);
      expect([path, declared]).toEqual([path, named]);
    }
  });

  test('has a body for POST and none for GET, a status for every refusal, and no dangling references', () => {
    for (const { method, operation } of operations) {
      expect(operation.requestBody !== undefined).toBe(method === 'post');
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '400', '429', '500', '503']));
    }
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(references)).toEqual(
      new Set([
        '#/components/schemas/Refusal',
        '#/components/headers/RateLimit',
        '#/components/headers/RateLimit-Policy',
      ]),
    );
    expect(Object.keys(document.components.schemas)).toEqual(['Refusal']);
    expect(document.openapi).toBe('3.1.0');
  });

  test('names the scope of an API key where there is one', () => {
    const security = (path: string, method: string) => document.paths[path]?.[method]?.security;
    expect(security('/api/user', 'get')).toEqual([{ session: [] }, { key: ['read'] }]);
    expect(security('/api/coinflip/join/inventory', 'post')).toEqual([{ session: [] }, { key: ['play'] }]);
    expect(security('/api/user/keys/create', 'post')).toEqual([{ session: [] }]);
    expect(security('/api/coinflip', 'get')).toBeUndefined();
    const play = document.paths['/api/coinflip/join/inventory']?.['post']?.responses;
    expect(play?.['409']?.description).toContain('ERR_REALITY_CHECK');
    expect(Object.keys(play?.['200']?.headers ?? {})).toEqual(['RateLimit', 'RateLimit-Policy']);
  });

  test('describes a command completely', () => {
    const say = document.paths['/api/admin/chat/create']?.['post'];
    const body = say?.requestBody?.content['application/json']?.schema;
    expect(Object.keys(body?.properties ?? {})).toEqual(['message', 'userId']);
    expect(body?.required).toEqual(['message']);
    expect(say?.responses['401']?.description).toBe('ERR_API_KEY, Unauthorized');
    expect(say?.responses['409']?.description).toContain('chat closed');
    expect(say?.parameters.map((p) => p.name)).toEqual(['Idempotency-Key']);
  });
});
