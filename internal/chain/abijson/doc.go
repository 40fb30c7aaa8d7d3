// Package abijson converts between JSON and the Solidity ABI: type names and signatures as people write them, JSON
// values as arguments, and ABI data as printable values.
//
// Types, integers and encoding are those of go-ethereum's accounts/abi. Its decoder is not used on callers' data:
//   - it accepts set padding bits in addresses, bytesN and most integers, but not in bool and uint8;
//   - it does not bound offsets that share bytes, which turn 1 MB of data into gigabytes of values;
//   - it makes a Go type for each length of an array, which stays in memory forever;
//   - its errors do not say which value breaks which rule.
//
// Reader reads the same layout within bounds, and compares each word with the encoding of its value.
package abijson

import "github.com/farebox/farebox/internal/clip"

// Clip shortens a caller's text for an error message.
func Clip(s string) string { return clip.Shown(s, 80) }
