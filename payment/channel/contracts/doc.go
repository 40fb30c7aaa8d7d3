// Package contracts is the Go binding of the contract that holds payment channels, as far as it is used.
package contracts

//go:generate ../../../scripts/abigen.sh .
