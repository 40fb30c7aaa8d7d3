// Compiles every *.sol of a folder:
//
//   node compile.js FOLDER EVM-VERSION OPTIMIZER-RUNS [COMBINED-JSON]
//
// writes artefacts/<Name>.bin-runtime there. With a name for combined.json (the input of abigen) it writes that file
// and artefacts/<Name>.abi.json too.
const fs = require("fs");
const path = require("path");
const solc = require("solc");

const [folder, evmVersion, runs, combinedFile] = process.argv.slice(2);

const sources = {};
for (const file of fs.readdirSync(folder).filter((f) => f.endsWith(".sol")).sort()) {
  sources[file] = { content: fs.readFileSync(path.join(folder, file), "utf8") };
}

const output = JSON.parse(
  solc.compile(
    JSON.stringify({
      language: "Solidity",
      sources,
      settings: {
        optimizer: { enabled: true, runs: Number(runs) },
        viaIR: true,
        evmVersion,
        metadata: { bytecodeHash: "none", appendCBOR: false },
        outputSelection: { "*": { "*": ["abi", "evm.deployedBytecode.object"] } },
      },
    })
  )
);
const errors = output.errors || [];
for (const e of errors) console.error(e.formattedMessage);
if (errors.some((e) => e.severity === "error")) process.exit(1);

const combined = { contracts: {}, version: solc.version() };
for (const [file, contracts] of Object.entries(output.contracts)) {
  for (const [name, contract] of Object.entries(contracts)) {
    const artefact = path.join(folder, "artefacts", name);
    const code = contract.evm.deployedBytecode.object;
    if (code) fs.writeFileSync(artefact + ".bin-runtime", code + "\n"); // an interface has none
    if (!combinedFile) continue;

    fs.writeFileSync(artefact + ".abi.json", JSON.stringify(contract.abi, null, 1) + "\n");
    combined.contracts[file + ":" + name] = { abi: contract.abi, bin: "" };
  }
}
if (combinedFile) fs.writeFileSync(combinedFile, JSON.stringify(combined));
