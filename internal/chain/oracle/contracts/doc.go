// Package contracts holds the Go binding of Chainlink's price feeds, made by scripts/abigen.sh. The ABI is the used
// part of AggregatorV3Interface, written from Chainlink's API reference.
package contracts
