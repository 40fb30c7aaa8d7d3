package evm

import (
	"encoding/json"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// At is the block whose state a read refers to. The zero value is the latest block.
type At struct {
	tag    string
	number *uint64
	hash   *common.Hash
}

// The named blocks.
var (
	Latest    = At{}
	Finalized = At{tag: "finalized"}
)

// AtNumber is the block with this number. Until it is final, another block may replace it.
func AtNumber(n uint64) At { return At{number: &n} }

// AtHash is the block with this hash while it is part of the chain (EIP-1898, requireCanonical): all reads at it
// see the same chain, and fail after a reorganisation.
func AtHash(h common.Hash) At { return At{hash: &h} }

// MarshalJSON writes the block parameter of state reads (EIP-1898).
func (a At) MarshalJSON() ([]byte, error) {
	switch {
	case a.hash != nil:
		return json.Marshal(map[string]any{"blockHash": a.hash, "requireCanonical": true})
	case a.number != nil:
		return json.Marshal(hexutil.Uint64(*a.number))
	case a.tag != "":
		return json.Marshal(a.tag)
	}
	return []byte(`"latest"`), nil
}

// moving reports whether the answer depends on the endpoint's newest block.
func (a At) moving() bool { return a.number == nil && a.hash == nil }

// String returns "latest", "block 17" or "block 0x12ab...".
func (a At) String() string {
	switch {
	case a.hash != nil:
		return "block " + a.hash.Hex()
	case a.number != nil:
		return fmt.Sprintf("block %d", *a.number)
	case a.tag != "":
		return a.tag
	}
	return "latest"
}
