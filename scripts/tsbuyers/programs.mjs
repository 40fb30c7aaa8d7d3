// Writes the TypeScript program of each route's page into a file of its own.
//
//   node programs.mjs http://127.0.0.1:8402 FOLDER
import { writeFileSync } from 'node:fs';

const [base, folder] = process.argv.slice(2);
const { paths } = await (await fetch(`${base}/openapi.json`)).json();
const text = async path => {
  const answer = await fetch(base + path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.text();
};

const pages = [...(await text('/docs.md')).matchAll(/\]\((\/docs\/[^)]+\.md)\): \$/g)].map(match => match[1]);
const paid = Object.values(paths).flatMap(Object.values).filter(op => op['x-payment-info']);
if (pages.length !== paid.length) throw new Error(`${pages.length} pages of ${paid.length} paid routes`);
for (const page of pages) {
  const program = (await text(page)).match(/^## TypeScript\n\n```\w*\n([^]*?)\n```$/m)?.[1];
  const name = program?.match(/createFarebox, (\w+) }/)?.[1];
  if (!name) throw new Error(`${page} does not buy with the SDK`);
  writeFileSync(`${folder}/${name}.ts`, program);
}
console.log(`${pages.length} programs`);
