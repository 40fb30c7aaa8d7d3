// Writes TypeScript that calls routes of the document through openapi-fetch with the document's own examples, and
// says that the example answers have the answers' types. It has only to compile.
//
//   node calls.mjs openapi.json types.ts > calls.ts
import { readFileSync } from 'node:fs';

const [file, types] = process.argv.slice(2);
const doc = JSON.parse(readFileSync(file, 'utf8'));
const literal = (value) => JSON.stringify(value, null, 2);

/** What a reference within the document points to, or the value itself. */
const resolved = (value) =>
  value.$ref ? value.$ref.slice(2).split('/').reduce((at, name) => at[name], doc) : value;

/** The example query or body of an operation, as the argument of a call; undefined when a required one is missing. */
function argumentOf(op) {
  if (op.requestBody) {
    const example = op.requestBody.content['application/json'].example;
    return example === undefined ? undefined : { body: example };
  }

  const query = {};
  for (const p of (op.parameters ?? []).map(resolved)) {
    const example = p.example ?? p.schema.example;
    if (example !== undefined) query[p.name] = example;
    else if (p.required) return undefined;
  }
  return op.parameters ? { params: { query } } : {};
}

const calls = [];
const families = new Set();
for (const [path, item] of Object.entries(doc.paths)) {
  for (const method of ['get', 'post']) {
    const op = item[method];
    const argument = op && argumentOf(op);
    if (!argument) continue;

    families.add(op.tags[0]);
    calls.push(`export const ${op.operationId} = () => client.${method.toUpperCase()}(${literal(path)}, ${literal(argument)});`);
    const answer = op.responses['200']?.content?.['application/json']?.example;
    if (answer !== undefined) {
      const type = `paths[${literal(path)}][${literal(method)}]['responses'][200]['content']['application/json']`;
      calls.push(`export const ${op.operationId}Answer: ${type} = ${literal(answer)};`);
    }
  }
}

const without = doc.tags.map((tag) => tag.name).filter((name) => !families.has(name));
if (without.length > 0) {
  console.error(`no route with an example in the families ${without.join(', ')}`);
  process.exit(1);
}

console.log(`import createClient from 'openapi-fetch';
import type { paths } from './${types}';

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1' });
${calls.join('\n')}`);
