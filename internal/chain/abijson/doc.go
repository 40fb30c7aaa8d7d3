// Package abijson stands between JSON and the Solidity ABI: names of types and signatures as people write them,
// JSON values as arguments, and ABI data as values that can be shown.
//
// Types, integers and encoding are those of go-ethereum's accounts/abi. Its decoder is not used on data of a caller:
//   - it accepts set padding bits of addresses, bytesN and most integers, and stops at those of bool and uint8;
//   - it has no bound for offsets that share bytes, by which 1 MB of data becomes gigabytes of values;
//   - it makes a Go type for each length of an array, which stays in memory for ever;
//   - its errors do not say which value breaks which rule.
//
// Reader reads the same layout within bounds, and compares each word with what its value encodes to.
package abijson

import "github.com/farebox/farebox/internal/clip"

// Clip shortens a caller's text for an error message.
func Clip(s string) string { return clip.Shown(s, 80) }
