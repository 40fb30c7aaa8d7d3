import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as sdk from '../dist/index.js';
import * as definitions from '../dist/gen/definitions.js';
import { tools, toolset } from '../dist/tools.js';
import * as s from './seller.mjs';

const farebox = sdk.createFarebox({ baseUrl: 'https://api.farebox.test' });

test('the flagships are the tools that are given when none are named', () => {
  const names = tools(farebox).definitions.map(tool => tool.name);
  assert.ok(names.includes('findRoutes') && names.includes('extract'), names.join(' '));
  assert.ok(names.length >= 15 && names.length <= 40, String(names.length));
  assert.deepEqual(
    tools(farebox, { names: ['cryptoHash'] }).definitions.map(tool => tool.name),
    ['cryptoHash'],
  );
  assert.ok(tools(farebox, { families: ['crypto'] }).definitions.every(tool => tool.family === 'crypto'));
  assert.throws(() => tools(farebox, { names: ['nothing'] }), TypeError);
  assert.throws(() => tools(farebox, { families: ['nothing'] }), TypeError);
});

test('every tool is an operation, with a schema that all takers understand', () => {
  const all = [...new Set(Object.values(sdk).map(value => value?.path && value))].filter(Boolean);
  const families = [...new Set(tools(farebox).definitions.map(tool => tool.family))];
  assert.ok(all.length > 200 && families.length > 10);
  for (const tool of tools(farebox, { families }).definitions) {
    assert.match(tool.name, /^[A-Za-z0-9_-]{1,64}$/);
    assert.equal(sdk[tool.name].path, tool.path);
    assert.equal(sdk[tool.name].priceUsd, tool.priceUsd);
    const text = JSON.stringify(tool.inputSchema);
    for (const word of ['"$ref"', '"nullable"', '"x-', '"format":"', '"exclusiveMinimum":true']) {
      assert.ok(!text.includes(word), `${tool.name} has ${word}`);
    }
  }
});

test('tools of single definitions are those of the catalogue', () => {
  const names = ['extract', 'search'];
  const few = toolset(farebox, [definitions.extract, definitions.search]);
  assert.deepEqual(few.openai(), tools(farebox, { names }).openai().sort((a, b) => names.indexOf(a.function.name) - names.indexOf(b.function.name)));
  assert.equal(Object.keys(definitions).length, tools(farebox, { families: [...new Set(Object.values(definitions).map(d => d.family))] }).definitions.length);
});

test('a tool is called, and what went wrong is a result', async t => {
  const seller = await s.newSeller(t);
  const { farebox, account } = s.newBuyer(seller);
  const set = tools(farebox, { names: ['cryptoHash'] });
  seller.ask = s.quote('pay', [s.offer({ amount: '1000' })]);

  for (const input of ['{"algo":"sha256","input":"x"}', { algo: 'sha256', input: 'x' }]) {
    const result = await set.execute('cryptoHash', input);
    assert.deepEqual(result, { data: { sold: true }, paid_usd: '0.001', transaction: s.settledBy });
    assert.equal(seller.url, '/crypto/hash?algo=sha256&input=x');
  }
  for (const [name, input, code] of [
    ['nothing', {}, 'no_such_tool'],
    ['cryptoHash', '{', 'invalid_input'],
    ['cryptoHash', '[]', 'invalid_input'],
  ]) {
    assert.equal((await set.execute(name, input)).error.code, code);
  }

  seller.steps = [s.problem(400, { code: 'invalid_input', field: 'algo', detail: 'no such', charged: false })];
  assert.deepEqual(await set.execute('cryptoHash', {}), {
    error: {
      name: 'InvalidInput',
      code: 'invalid_input',
      field: 'algo',
      detail: 'no such',
      charged: false,
    },
  });
  const signed = account.signed.length;
  const dear = tools(farebox, { names: ['cryptoHash'], maxUsd: '0.0005' });
  assert.equal((await dear.execute('cryptoHash', {})).error.name, 'OverBudget');
  assert.equal(account.signed.length, signed);
});
