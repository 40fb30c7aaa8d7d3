// Compiles every *.sol of a folder with fixed settings. Writes artefacts/<Name>.abi.json and
// artefacts/<Name>.bin-runtime there, and combined.json (for abigen) to the work folder.
const fs = require("fs");
const path = require("path");
const solc = require("solc");

const [here, work] = process.argv.slice(2);
const sources = {};
for (const file of fs.readdirSync(here).filter((f) => f.endsWith(".sol")).sort()) {
  sources[file] = { content: fs.readFileSync(path.join(here, file), "utf8") };
}
const input = {
  language: "Solidity",
  sources,
  settings: {
    optimizer: { enabled: true, runs: 1000 },
    viaIR: true,
    evmVersion: "shanghai",
    metadata: { bytecodeHash: "none", appendCBOR: false },
    outputSelection: { "*": { "*": ["abi", "evm.deployedBytecode.object"] } },
  },
};
const output = JSON.parse(solc.compile(JSON.stringify(input)));
const errors = output.errors || [];
for (const e of errors) console.error(e.formattedMessage);
if (errors.some((e) => e.severity === "error")) process.exit(1);

const combined = { contracts: {}, version: solc.version() };
for (const [file, contracts] of Object.entries(output.contracts)) {
  for (const [name, c] of Object.entries(contracts)) {
    const code = c.evm.deployedBytecode.object;
    fs.writeFileSync(path.join(here, "artefacts", name + ".abi.json"), JSON.stringify(c.abi, null, 1) + "\n");
    fs.writeFileSync(path.join(here, "artefacts", name + ".bin-runtime"), code + "\n");
    combined.contracts[file + ":" + name] = { abi: c.abi, bin: "" };
  }
}
fs.writeFileSync(path.join(work, "combined.json"), JSON.stringify(combined));
