// Package tokenrisk judges how likely the holders of an ERC-20 token are to lose by it: what its contract can
// do, who controls it, who holds it, how deep its pools are, whether it can be sold, and how old it is.
//
// Score is pure: it takes Evidence from any mix of sources and leaves out the dimensions nobody has evidence for.
// Reader gathers the part that a network itself tells, a simulated purchase and sale included (package
// simulate). The method is that of the public token checkers (GoPlus, honeypot.is); the weights are in score.go.
package tokenrisk

//go:generate ../../../scripts/contracts/build.sh --evm paris --runs 200 --code-only tokentest
