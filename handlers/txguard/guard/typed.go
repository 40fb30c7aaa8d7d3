package guard

import (
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/eip712"
	"github.com/farebox/farebox/internal/clip"
)

// Domain is the EIP-712 domain of typed data, as far as it was given.
type Domain struct {
	Name              *string
	Version           *string
	ChainID           *big.Int
	VerifyingContract *common.Address
}

// Typed is typed data that hashes without error.
type Typed struct {
	Data       eip712.TypedData
	Digest     common.Hash // what would be signed
	Separator  common.Hash
	TypeHash   common.Hash // keccak256 of the primary type's encodeType
	Domain     Domain
	Signer     *common.Address // who is to sign, nil when not said
	Origin     string          // the site that asks, as a URL or a host; empty when not said
	Unreadable []string        // the places of addresses that wallets read in different ways
}

// ParseTyped reads the JSON form of eth_signTypedData_v4, as leniently as wallets do ([eip712.Parse]). What no wallet
// could sign is an *[eip712.Error].
func ParseTyped(raw []byte) (*Typed, error) {
	data, err := eip712.Parse(string(raw))
	if err != nil {
		return nil, err
	}

	t := &Typed{Data: *data}
	t.Unreadable = t.Data.AsSigned()
	if err := t.hash(); err != nil {
		return nil, err
	}
	t.readDomain()
	return t, nil
}

func (t *Typed) hash() error {
	var err error
	if t.Digest, err = t.Data.Digest(); err == nil {
		if t.Separator, err = t.Data.DomainSeparator(); err == nil {
			t.TypeHash, err = t.Data.TypeHash()
		}
	}
	return err
}

// readDomain takes the members over that hashing has checked, when they are declared.
func (t *Typed) readDomain() {
	d := fields(t.Data.Domain)
	text := func(name string) *string {
		if s, ok := d[name].(string); ok {
			return &s
		}
		return nil
	}

	t.Domain.Name = text("name")
	t.Domain.Version = text("version")
	t.Domain.ChainID = d.num("chainId")
	if b := d.bytes("verifyingContract"); len(b) == common.AddressLength {
		t.Domain.VerifyingContract = new(common.BytesToAddress(b))
	}
}

// walk calls see with every elementary value of a type's value, by its name and its declared type.
func (t *Typed) walk(name, typ string, v any, see func(name, typ string, v any)) {
	if i := strings.LastIndexByte(typ, '['); i >= 0 && strings.HasSuffix(typ, "]") {
		list, _ := v.([]any)
		for _, item := range list {
			t.walk(name, typ[:i], item, see)
		}
		return
	}

	members, isStruct := t.Data.Types[typ]
	if !isStruct {
		see(name, typ, v)
		if typ == "string" {
			leaves(name, eip712.Object(v), func(name string, v any) { see(name, "string", v) })
		}
		return
	}
	obj, _ := v.(map[string]any)
	if obj == nil {
		return // a struct that is not there, which may be of its own type without end
	}
	taken := disagrees(obj)
	for _, m := range members {
		if taken && roleNamed(m.Name) >= agent {
			continue // it is a right that is taken away
		}
		t.walk(m.Name, m.Type, obj[m.Name], see)
	}
}

// unreadable warns once of all addresses that wallets read in different ways. Whatever else departs from the standard
// weighs nothing: honest programs do so too (Hyperliquid's and OpenSea's SDKs).
func (m *message) unreadable() {
	if len(m.Unreadable) > 0 {
		m.hit(unreadableAddress, "%s is no address: one wallet makes an address out of it, another looks it up "+
			"as a name", clip.Shown(strings.Join(m.Unreadable, ", "), 200))
	}
}
