// Compiles every *.sol of a folder with fixed settings into artefacts/<Name>.bin-runtime there. There is
// no metadata in the code, so that it depends on the source alone.
const fs = require("fs");
const path = require("path");
const solc = require("solc");

const dir = process.argv[2];
const sources = {};
for (const file of fs.readdirSync(dir).filter((f) => f.endsWith(".sol")).sort()) {
  sources[file] = { content: fs.readFileSync(path.join(dir, file), "utf8") };
}
const input = {
  language: "Solidity",
  sources,
  settings: {
    optimizer: { enabled: true, runs: 200 },
    viaIR: true,
    evmVersion: "paris", // runs on every network, those without PUSH0 included
    metadata: { bytecodeHash: "none", appendCBOR: false },
    outputSelection: { "*": { "*": ["evm.deployedBytecode.object"] } },
  },
};
const output = JSON.parse(solc.compile(JSON.stringify(input)));
for (const e of output.errors || []) console.error(e.formattedMessage);
if ((output.errors || []).some((e) => e.severity === "error")) process.exit(1);

const out = path.join(dir, "artefacts");
fs.mkdirSync(out, { recursive: true });
for (const contracts of Object.values(output.contracts)) {
  for (const [name, c] of Object.entries(contracts)) {
    const code = c.evm.deployedBytecode.object;
    if (code) fs.writeFileSync(path.join(out, name + ".bin-runtime"), code + "\n");
  }
}
