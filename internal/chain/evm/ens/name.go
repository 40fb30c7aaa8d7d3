package ens

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/adraffy/go-ens-normalize/ensip15"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// Coin types of addresses (SLIP-44, ENSIP-11).
const (
	CoinEther = 60
	CoinBase  = 0x80000000 | 8453
)

// NotNormal is the error for a name that is not in normal form.
type NotNormal struct {
	Normal string // the form that it should have, "" when it has none
	Why    string // what is wrong, in words safe to show
}

// Error says what is wrong.
func (e *NotNormal) Error() string { return e.Why }

// Check requires a name of at least two labels in normal form (ENSIP-15). Anything else is a NotNormal: names that
// look alike to a reader must not differ for a machine.
func Check(name string) error {
	normal, err := ensip15.Shared().Normalize(name)
	switch {
	case err != nil:
		return &NotNormal{Why: "not a name under ENSIP-15: " + err.Error()}
	case normal != name:
		return &NotNormal{Normal: normal, Why: "not in its normal form (ENSIP-15)"}
	case !strings.Contains(name, "."):
		return &NotNormal{Why: "a name has at least two labels, such as vitalik.eth"}
	}
	if _, err := dnsName(name); err != nil {
		return &NotNormal{Why: err.Error()}
	}
	return nil
}

// CheckLabels requires each label of a name in normal form (ENSIP-15). A label written [64 hex digits] has no
// normal form and is skipped. Anything else is a NotNormal.
func CheckLabels(name string) error {
	labels := strings.Split(name, ".")
	for i, label := range labels {
		if _, encoded := EncodedLabel(label); encoded {
			continue
		}
		if label == "" {
			return &NotNormal{Why: "a label is empty"}
		}
		normal, err := ensip15.Shared().Normalize(label)
		if err != nil {
			return &NotNormal{Why: "not a name under ENSIP-15: " + err.Error()}
		}
		labels[i] = normal
	}

	if normal := strings.Join(labels, "."); normal != name {
		return &NotNormal{Normal: normal, Why: "not in its normal form (ENSIP-15)"}
	}
	return nil
}

// Namehash is the node of a name (ENSIP-1). A label written [64 hex digits] is its own hash.
func Namehash(name string) common.Hash {
	node := common.Hash{}
	if name == "" {
		return node
	}
	labels := strings.Split(name, ".")
	for i := len(labels) - 1; i >= 0; i-- {
		label := Labelhash(labels[i])
		node = crypto.Keccak256Hash(node[:], label[:])
	}
	return node
}

// Labelhash is the hash of one label of a name.
func Labelhash(label string) common.Hash {
	if hash, ok := EncodedLabel(label); ok {
		return hash
	}
	return crypto.Keccak256Hash([]byte(label))
}

// EncodedLabel is the hash in a label that is written [64 hex digits], as ENS tools write labels of unknown text.
func EncodedLabel(label string) (hash common.Hash, ok bool) {
	if len(label) != 66 || label[0] != '[' || label[65] != ']' {
		return common.Hash{}, false
	}
	digits, err := hex.DecodeString(label[1:65])
	return common.BytesToHash(digits), err == nil
}

var errLongLabel = errors.New("a label is over 255 bytes long")

// dnsName is a name in DNS wire format, as wildcard resolvers take it (ENSIP-10).
func dnsName(name string) ([]byte, error) {
	var b []byte
	for label := range strings.SplitSeq(name, ".") {
		switch {
		case label == "":
			return nil, fmt.Errorf("an empty label")
		case len(label) > 255:
			return nil, errLongLabel
		}
		b = append(append(b, byte(len(label))), label...)
	}
	return append(b, 0), nil
}

// reverseNode is the node of an address's reverse record on Base before ENSIP-19: its hex digits below 80002105.reverse.
func reverseNode(a common.Address) common.Hash {
	return Namehash(strings.ToLower(a.Hex()[2:]) + ".80002105.reverse")
}

// parents are the names above name to search for a wildcard resolver, nearest first, down to base.eth.
func parents(name string) []string {
	var list []string
	for {
		_, rest, found := strings.Cut(name, ".")
		if !found || !strings.HasSuffix("."+rest, ".base.eth") || len(list) == maxParents {
			return list
		}
		list = append(list, rest)
		name = rest
	}
}

const maxParents = 8
