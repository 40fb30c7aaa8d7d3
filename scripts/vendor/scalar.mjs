// Writes the compressed script and the licences of what is in it.
// Arguments: the unpacked package, the folder where it is installed, the folder to write to, the version.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const [unpacked, home, target, version] = process.argv.slice(2);
const installed = join(home, 'node_modules');
const script = readFileSync(join(unpacked, 'dist/browser/standalone.js'));
// The last line names a source map that is not served.
const served = Buffer.from(script.toString().replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n'));
const packed = brotliCompressSync(served, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: served.length },
});
writeFileSync(join(target, 'scalar.js.br'), packed);

// The source map names every file that went in; those of Scalar itself lie in no node_modules folder.
const { sources } = JSON.parse(readFileSync(join(unpacked, 'dist/browser/standalone.js.map')));
const packages = new Map([['@scalar/api-reference', version]]);
for (const source of sources) {
  const at = source.lastIndexOf('node_modules/');
  if (at < 0) continue;
  const parts = source.slice(at + 'node_modules/'.length).split('/');
  const name = parts[0].startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
  // ".pnpm/vue@3.5.40_typescript@5.9.3_/node_modules/vue/..."
  const folder = /\.pnpm\/@?[^@/]+@([^_/(]+)/.exec(source);
  packages.set(name, folder?.[1] ?? 'latest');
}

// Development dependencies that were packed in all the same.
const missing = [...packages].filter(([name]) => !existsSync(join(installed, name)) && !name.startsWith('@scalar/'));
if (missing.length > 0) {
  const wanted = missing.map(([name, at]) => `${name}@${at}`);
  execFileSync('npm', ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...wanted],
    { cwd: home, stdio: ['ignore', 'ignore', 'inherit'] });
}

const scalarTerms = `MIT License

Copyright (c) 2023-present Scalar

The terms are those of the MIT License, as printed below for other packages.`;

// Packages that come without a file of their licence: what their package.json or their source says.
const told = (about) => {
  const author = typeof about.author === 'string' ? about.author : about.author?.name;
  return `License: ${about.license}, as its package.json says${author ? `. Author: ${author}` : ''}`;
};

const users = new Map();
for (const name of [...packages.keys()].sort()) {
  const folder = join(installed, name);
  const own = name.startsWith('@scalar/');
  if (!existsSync(folder) && !own) throw new Error(`${name} is in the script and was not installed`);
  const about = existsSync(folder) ? JSON.parse(readFileSync(join(folder, 'package.json'))) : { license: 'MIT', version };
  const files = existsSync(folder) ? readdirSync(folder).filter((f) => /^(licen[cs]e|copying|notice)/i.test(f)) : [];
  let text = files.map((f) => readFileSync(join(folder, f), 'utf8').replaceAll('\r', '').trim()).join('\n\n');
  if (text === '') text = own ? scalarTerms : told(about);
  text = text.replace(/[ \t]+$/gm, '');
  users.set(text, [...(users.get(text) ?? []), `${name} ${name === '@scalar/api-reference' ? version : about.version}`]);
}

const line = '-'.repeat(80);
const licences = [...users].map(([text, names]) => `${names.join('\n')}\n\n${text}\n\n${line}\n`).join('\n');
writeFileSync(join(target, 'scalar.licences.txt'), licences);
console.log(`${served.length} bytes, ${packed.length} compressed; licences of ${packages.size} packages`);
