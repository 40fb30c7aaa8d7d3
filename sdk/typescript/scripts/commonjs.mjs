// Copies the declarations to dist/cjs, where they are those of a CommonJS module. The program is the same for both: Node
// requires ES modules, and two copies would have two classes of each error.
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const cjs = join(dist, 'cjs');

rmSync(cjs, { recursive: true, force: true });
for (const name of readdirSync(dist, { recursive: true })) {
  if (!name.endsWith('.d.ts')) continue;
  mkdirSync(dirname(join(cjs, name)), { recursive: true });
  copyFileSync(join(dist, name), join(cjs, name));
}
writeFileSync(join(cjs, 'package.json'), '{ "type": "commonjs" }\n');
