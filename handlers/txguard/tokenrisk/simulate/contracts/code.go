// Package contracts holds the compiled simulator and its Go binding. Both are made from Simulator.sol by go generate,
// which needs node, npm and go.
package contracts

// The simulator has to run on every network, those without PUSH0 included: hence the older EVM version.
//
//go:generate ../../../../../scripts/contracts/build.sh --evm paris --runs 200 .

import _ "embed" // for the code

// Code is the simulator's run-time code in hex.
//
//go:embed artefacts/Simulator.bin-runtime
var Code string

// PuppetCode is the run-time code in hex of an account that follows the trader's orders.
//
//go:embed artefacts/Puppet.bin-runtime
var PuppetCode string
