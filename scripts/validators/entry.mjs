// Shows an entry of the MCP registry to the schema that it names.
//
//   node entry.mjs server.json FOLDER    the folder has the registry's schemas, by date
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import formats from 'ajv-formats';

const [file, folder] = process.argv.slice(2);
const entry = JSON.parse(readFileSync(file, 'utf8'));
const [, date] = entry.$schema.match(/\/(\d{4}-\d{2}-\d{2})\/server\.schema\.json$/);
const schema = JSON.parse(readFileSync(`${folder}/${date}.json`, 'utf8'));

const ajv = new Ajv({ allErrors: true, strict: false });
formats(ajv);
const valid = ajv.compile(schema);
const broken = { ...entry, name: 'no namespace', description: 'x'.repeat(101) };
if (valid(broken) || valid.errors.length < 2) throw new Error('the schema takes anything');
if (!valid(entry)) {
  console.log(valid.errors);
  process.exitCode = 1;
}
