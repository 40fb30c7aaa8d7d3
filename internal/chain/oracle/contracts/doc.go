// Package contracts holds the Go binding of Chainlink's price feeds, made by scripts/abigen.sh. The ABI is the part in use of
// AggregatorV3Interface, written after Chainlink's API reference.
package contracts
