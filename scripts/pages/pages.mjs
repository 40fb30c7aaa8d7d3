// Looks at the pages of a running server. Environment: FAREBOX_URL, CHROMIUM, ADMIN_TOKEN, PAGES_SHOTS.
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { HtmlValidate } from 'html-validate';
import puppeteer from 'puppeteer-core';

const base = process.env.FAREBOX_URL;
const shots = process.env.PAGES_SHOTS;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let passed = 0;
let failed = 0;

function check(name, faults, detail = '') {
  if (faults.length === 0) passed++;
  else failed++;
  console.log(`${faults.length === 0 ? 'ok' : 'FAILED'} ${name}${detail && `: ${detail}`}`);
  for (const fault of faults.slice(0, 10)) console.log(`    ${fault}`);
}

// --- every page as the server sends it
async function validity() {
  const sitemap = await (await fetch(`${base}/sitemap.xml`)).text();
  const paths = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map((m) => new URL(m[1]).pathname);
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended', 'html-validate:standard'],
    // Style only. The start of the doctype is in lower case, and elements without an end tag have no slash.
    rules: { 'doctype-style': 'off', 'no-trailing-whitespace': 'off' },
  });
  const faults = [];
  for (const path of [...paths, '/donation001', '/no/such/page']) {
    const answer = await fetch(base + path, { headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0' } });
    const wanted = { '/donation001': 402, '/no/such/page': 404 }[path] ?? 200;
    if (answer.status !== wanted || !answer.headers.get('content-type').startsWith('text/html')) {
      faults.push(`${path}: ${answer.status} ${answer.headers.get('content-type')}`);
      continue;
    }
    const report = await validator.validateString(await answer.text(), path);
    for (const { messages } of report.results) {
      for (const m of messages) faults.push(`${path}:${m.line}: ${m.ruleId}: ${m.message}`);
    }
  }
  check('every page is valid HTML', faults, `${paths.length + 2} pages`);
}

// --- some pages in a browser
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

// open is a page with what it should not do.
async function open(path, width, scheme) {
  const page = await browser.newPage();
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  const faults = [];
  page.on('console', (m) => {
    if (['error', 'warn'].includes(m.type()) && !/status of 40[24]/.test(m.text())) faults.push(`console: ${m.text()}`);
  });
  page.on('pageerror', (e) => faults.push(`script: ${e.message}`));
  page.on('request', (r) => {
    if (!r.url().startsWith(`${base}/`) && !/^(data|blob):/.test(r.url())) faults.push(`request to ${r.url()}`);
  });
  await page.evaluateOnNewDocument(() => {
    window.breaches = [];
    document.addEventListener('securitypolicyviolation', (e) => {
      window.breaches.push(`${e.violatedDirective}: ${e.blockedURI}`);
    });
  });
  await page.goto(base + path, { waitUntil: 'load', timeout: 120_000 });
  return { page, faults };
}

async function picture(page, path, width, scheme, whole = true) {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  const name = `${path.replaceAll(/[^a-z0-9]+/g, '-').slice(0, 40)}-${width}-${scheme}.png`;
  await page.screenshot({ path: `${shots}/${name}`, fullPage: whole });
}

async function labels(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.map((v) => `axe ${v.impact}: ${v.id}: ${v.nodes[0].target} (${v.nodes.length})`);
}

async function looks(paths) {
  for (const path of paths) {
    const faults = [];
    for (const width of [320, 768, 1280]) {
      for (const scheme of ['light', 'dark']) {
        const seen = await open(path, width, scheme);
        await new Promise((done) => { setTimeout(done, 700); }); // wallets have half a second to say that they are there
        const wide = await seen.page.evaluate(() => document.documentElement.scrollWidth);
        if (wide > width) seen.faults.push(`${wide} pixels wide`);
        seen.faults.push(...(await labels(seen.page)), ...(await seen.page.evaluate(() => window.breaches)));
        faults.push(...seen.faults.map((f) => `${width}, ${scheme}: ${f}`));
        await picture(seen.page, path, width, scheme);
        await seen.page.close();
      }
    }
    check(path.slice(0, 30), faults);
  }
}

// --- the operator's dashboard, before and after signing in
async function dashboard() {
  const shut = [];
  for (const path of ['/admin', '/admin?range=1h', '/admin/table/payers.csv']) {
    const answer = await fetch(base + path, { redirect: 'manual' });
    if (answer.status !== 303 || !answer.headers.get('location').endsWith('/admin/login')) {
      shut.push(`${path}: ${answer.status}`);
    }
  }
  check('the dashboard is shut without the token', shut);
  await looks(['/admin/login']);

  const { page } = await open('/admin', 1280, 'light');
  await page.type('#token', process.env.ADMIN_TOKEN);
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  await page.close();
  await looks(['/admin', '/admin?range=1h', '/admin?range=7d', '/admin?range=30d']);
}

// --- every page without a mouse: what can be clicked can be reached with the keyboard, and shows that it is
async function keyboard() {
  for (const path of ['/', '/docs/crypto/hash', '/docs/mcp/scan', '/donation001', '/admin']) {
    const { page, faults } = await open(path, 1280, 'light');
    await new Promise((done) => { setTimeout(done, 700); });
    const wanted = await page.evaluate(() => {
      const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')];
      return all.filter((e) => e.checkVisibility() && !e.disabled).length;
    });
    const reached = new Set();
    for (let i = 0; i < wanted + 5; i++) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => {
        const e = document.activeElement;
        if (e === document.body) return null;
        e.dataset.reached ??= String(Math.random());
        const { outlineStyle, outlineWidth } = getComputedStyle(e);
        return { id: e.dataset.reached, shown: outlineStyle !== 'none' && outlineWidth !== '0px', what: e.outerHTML.slice(0, 80) };
      });
      if (!at) continue;
      reached.add(at.id);
      if (!at.shown) faults.push(`nothing shows that it is there: ${at.what}`);
    }
    if (reached.size < wanted) faults.push(`${reached.size} of ${wanted} places are reached`);
    check(`${path} by the keyboard`, faults, `${reached.size} places`);
    await page.close();
  }
}

// --- the viewer: each operation stands in its list, and one of them is drawn when it is opened
async function viewer() {
  const { paths } = await (await fetch(`${base}/openapi.json`)).json();
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).filter((m) => /^(get|post|put|delete)$/.test(m)).map((m) => `${m.toUpperCase()}${path}`));
  for (const [width, scheme] of [[1280, 'light'], [1280, 'dark'], [320, 'light']]) {
    const begun = Date.now();
    const { page, faults } = await open('/reference', width, scheme);
    await page.waitForSelector('#reference h1', { timeout: 120_000 });
    const took = Date.now() - begun;
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) faults.push(`${wide} pixels wide`);
    await picture(page, '/reference', width, scheme, false);
    if (width > 1000) {
      const links = await page.$$eval('#reference aside a', (all) => all.map((a) => [a.href, a.textContent]));
      const listed = links.map(([href]) => href);
      const missing = operations.filter((name) => !listed.some((href) => href.endsWith(`/${name}`)));
      if (missing.length > 0) faults.push(`${missing.length} operations are not listed: ${missing.slice(0, 5)}`);
      const priced = links.filter(([, text]) => text.includes('($')).length;
      if (priced < 100) faults.push(`${priced} operations have a price`);
    }
    faults.push(...(await page.evaluate(() => window.breaches)));
    check(`/reference at ${width}, ${scheme}`, faults, `${operations.length} operations, heading after ${took} ms`);
    await page.close();
  }
}

try {
  await validity();
  const long = `/crypto/hash?input=${'a'.repeat(300)}`;
  await looks(['/', '/docs', '/docs?q=hash+of+a+text', '/docs/edgar', '/docs/edgar/ratios', '/docs/mcp/scan',
    '/donation001', long, '/nothing']);
  await dashboard();
  await keyboard();
  await viewer();
} finally {
  await browser.close();
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
