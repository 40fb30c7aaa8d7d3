// Compiles the published contracts of batch-settlement: node published.js SRC NODE-MODULES FOLDER
const fs = require("fs");
const path = require("path");
const solc = require("solc");

const [src, modules, folder] = process.argv.slice(2);
const wanted = ["x402BatchSettlement.sol", "periphery/ERC3009DepositCollector.sol"];

const sources = {};
for (const file of wanted) sources[file] = { content: fs.readFileSync(path.join(src, file), "utf8") };

const output = JSON.parse(
  solc.compile(
    JSON.stringify({
      language: "Solidity",
      sources,
      settings: {
        optimizer: { enabled: true, runs: 200 },
        viaIR: false,
        evmVersion: "cancun",
        metadata: { bytecodeHash: "none", appendCBOR: false },
        outputSelection: { "*": { "*": ["evm.bytecode.object"] } },
      },
    }),
    {
      import: (name) => ({
        contents: fs.readFileSync(path.join(name.startsWith("@") ? modules : src, name), "utf8"),
      }),
    }
  )
);
const errors = (output.errors || []).filter((e) => e.severity === "error");
for (const e of errors) console.error(e.formattedMessage);
if (errors.length > 0) process.exit(1);

for (const file of wanted) {
  const name = path.basename(file, ".sol");
  fs.writeFileSync(path.join(folder, name + ".bin"), output.contracts[file][name].evm.bytecode.object + "\n");
}
