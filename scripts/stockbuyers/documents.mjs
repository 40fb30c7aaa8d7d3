// Runs @agentcash/discovery over the documents and live quotes of an origin, as its own command does
// (that one fetches the specification anew for each route, so its parts are called here).
import {
  attachProbePayload,
  checkL2ForOpenAPI,
  checkL4ForOpenAPI,
  getL3ForOpenAPI,
  getOpenAPI,
  getWarningsFor402Body,
  getWarningsForFavicon,
  getWarningsForL2,
  getWarningsForL3,
  getWarningsForL4,
  getWarningsForOpenAPI,
  isOpenApiParseFailure,
} from '@agentcash/discovery';

// checkDocuments calls check(name, ok, detail) for each thing looked at. A finding of severity error
// fails, and so does a specification that cannot be read, which the package only warns of.
export async function checkDocuments(origin, check) {
  const fetched = await getOpenAPI(origin);
  const spec = fetched.isOk() ? fetched.value : null;
  if (spec === null || isOpenApiParseFailure(spec)) {
    const why = fetched.isErr() ? fetched.error.message : (getWarningsForOpenAPI(spec)[0]?.message ?? 'not found');
    check('discovery reads /openapi.json', false, why);
    return;
  }
  const l2 = checkL2ForOpenAPI(spec);
  const paid = l2.routes.filter(route => route.authMode === 'paid');
  check('discovery reads /openapi.json', paid.length > 0, `${l2.routes.length} routes, ${paid.length} paid`);
  const odd = l2.routes.filter(route => route.authMode !== 'paid' && route.authMode !== 'unprotected');
  check('discovery takes every route as paid or free', odd.length === 0, odd.map(r => `${r.method} ${r.path} ${r.authMode}`).join(', '));

  const favicon = await getWarningsForFavicon(origin);
  report('documents', [
    ...getWarningsForOpenAPI(spec),
    ...getWarningsForL2(l2),
    ...getWarningsForL4(checkL4ForOpenAPI(spec)),
    ...(favicon.isOk() ? favicon.value : []),
  ], check);

  const findings = [];
  const unquoted = [];
  await inParallel(8, paid, async route => {
    const where = `${route.method} ${route.path}`;
    const advisory = { ...getL3ForOpenAPI(spec, route.path, route.method), method: route.method };
    await attachProbePayload(origin + route.path, [advisory]);
    if (advisory.paymentRequiredBody === undefined) unquoted.push(where);
    const body = await v1Body(origin + route.path, route.method);
    for (const finding of [...getWarningsForL3(advisory), ...getWarningsFor402Body(body)]) {
      if (finding.code !== 'X402_VERSION_V1_NOT_SUPPORTED') findings.push({ ...finding, where });
    }
  });
  check('discovery gets a quote from every paid route', unquoted.length === 0, unquoted.join(', '));
  report('quotes', findings, check);
}

// v1Body is what version 1 clients read; discovery itself looks at the header's version 2 only.
async function v1Body(url, method) {
  const res = await fetch(url, { method, headers: { accept: 'application/json' } });
  return res.json().catch(() => null);
}

function report(what, findings, check) {
  const errors = findings.filter(f => f.severity === 'error');
  check(`discovery finds no error in the ${what}`, errors.length === 0, `${findings.length - errors.length} warnings and notes`);
  for (const f of errors) console.log(`  error ${f.code} ${f.where ?? f.path ?? ''}: ${f.message}`);
  const counts = {};
  for (const f of findings) if (f.severity !== 'error') counts[`${f.severity} ${f.code}`] = (counts[`${f.severity} ${f.code}`] ?? 0) + 1;
  for (const [code, n] of Object.entries(counts)) console.log(`  ${code} x ${n}`);
}

async function inParallel(width, items, work) {
  const queue = [...items];
  await Promise.all(Array.from({ length: width }, async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  }));
}
