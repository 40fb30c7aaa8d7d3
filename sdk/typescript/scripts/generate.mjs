// Makes src/gen from the interface's OpenAPI document: types by @hey-api/openapi-ts, a function for each operation, and
// the descriptions of tools.
//
//   node scripts/generate.mjs [openapi.json]    default: gen/openapi.json of the repository
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { inputSchema } from './schemas.mjs';

const here = path => fileURLToPath(new URL(path, import.meta.url));
const source = process.argv[2] ?? here('../../../gen/openapi.json');
const out = here('../src/gen');

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await createClient({
  input: source,
  output: { path: out },
  plugins: ['@hey-api/typescript'],
  logs: { level: 'silent' },
});
rmSync(`${out}/index.ts`);
const typeAt = typeNames(readFileSync(`${out}/types.gen.ts`, 'utf8'));

const document = JSON.parse(readFileSync(source, 'utf8'));
const operations = Object.entries(document.paths)
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, op]) => ({ ...op, path, method })))
  .filter(op => op.operationId !== undefined && !op['x-operator'])
  .map(op => ({ ...op, parameters: inputsOf(op) }));
for (const op of operations) {
  if (op.requestBody && op.parameters) throw new Error(`${op.operationId} has a body and parameters`);
}
writeFileSync(`${out}/operations.ts`, functions());
const definitions = tools();
writeFileSync(`${out}/definitions.ts`, definitionsOf(definitions));
writeFileSync(`${out}/catalogue.ts`, catalogueOf(definitions));

// inputsOf are the parameters without the controls, which every paid route has by reference: a typed answer that lacks
// members would lie about its type.
function inputsOf(op) {
  const own = (op.parameters ?? []).filter(listed => !listed.$ref?.startsWith('#/components/parameters/'));
  return own.length > 0 ? own : undefined;
}

// typeNames is how the generator named the types of each path: it spells initialisms in its own way.
function typeNames(text) {
  const names = new Map();
  for (const [, name, path] of text.matchAll(/^export type (\w+)Data = \{$[^]*?^ {4}url: '([^']+)';$/gm)) {
    if (names.has(path)) throw new Error(`${path} has two operations`);
    names.set(path, name);
  }
  return names;
}

function priceOf(op) {
  return op['x-payment-info']?.price.amount ?? '';
}

function functions() {
  const lines = [
    '// Made by scripts/generate.mjs from the interface. Do not edit.',
    "import { operation } from '../farebox.js';",
    "import type * as T from './types.gen.js';",
  ];
  for (const op of operations) {
    const type = typeAt.get(op.path);
    const input = op.method === 'post' ? 'body' : 'query';
    const price = priceOf(op);
    const method = op.method.toUpperCase();
    lines.push(
      '',
      `/** ${method} ${op.path}, ${price === '' ? 'free' : `$${price}`}: ${op.summary.replaceAll('*/', '*\\/')} */`,
      `export const ${op.operationId} = /* @__PURE__ */ operation<T.${type}Data['${input}'], T.${type}Response>(`,
      `  '${method}',`,
      `  '${op.path}',`,
      `  '${price}',`,
      ...(op.responses['200'].content['application/json'] ? [] : ['  true,']),
      ');',
    );
  }
  return lines.join('\n') + '\n';
}

// tools describes what a model may call: paid routes, and the search for one.
function tools() {
  return operations
    .filter(op => op['x-payment-info'] || op.operationId === 'findRoutes')
    .map(op => {
      const price = priceOf(op);
      return {
        name: op.operationId,
        family: op.tags[0],
        method: op.method.toUpperCase(),
        path: op.path,
        priceUsd: price,
        flagship: op['x-mcp'] === 'flagship' || op.operationId === 'findRoutes',
        description: `${op.description} Price: ${price === '' ? 'free' : `$${price}`}.`,
        inputSchema: inputSchema(document, op),
      };
    });
}

// definitionsOf has a constant for each tool, so that bundlers leave out what is not used.
function definitionsOf(definitions) {
  return [
    '// Made by scripts/generate.mjs from the interface. Do not edit.',
    "import type { ToolDefinition } from '../toolset.js';",
    '',
    ...definitions.map(each => `export const ${each.name}: ToolDefinition = ${JSON.stringify(each)};`),
    '',
  ].join('\n');
}

// catalogueOf has all of them.
function catalogueOf(definitions) {
  return [
    '// Made by scripts/generate.mjs from the interface. Do not edit.',
    "import type { ToolDefinition } from '../toolset.js';",
    "import * as all from './definitions.js';",
    '',
    'export const catalogue: readonly ToolDefinition[] = [',
    ...definitions.map(each => `  all.${each.name},`),
    '];',
    '',
  ].join('\n');
}
