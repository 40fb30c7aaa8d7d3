package guard

import (
	"encoding/json"
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

// ParseTyped reads the JSON form of eth_signTypedData_v4: types, primaryType, domain, message, as an object or as the
// JSON text of one. It is as lenient as wallets are. What no wallet could sign is an *[eip712.Error].
func ParseTyped(raw []byte) (*Typed, error) {
	t := &Typed{}
	parts := object(string(raw))
	if parts == nil {
		return nil, &eip712.Error{Path: "typed_data", Reason: "it must be a JSON object"}
	}
	if err := t.read(parts); err != nil {
		return nil, err
	}

	t.Unreadable = t.Data.AsSigned()
	if err := t.hash(); err != nil {
		return nil, err
	}
	t.readDomain()
	return t, nil
}

// object is a JSON object, or the one in a JSON text: wallets take both. It is nil for anything else.
func object(v any) map[string]any {
	text, ok := v.(string)
	if !ok {
		out, _ := v.(map[string]any)
		return out
	}
	var inner any
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if dec.Decode(&inner) != nil || dec.More() {
		return nil
	}
	return object(inner)
}

// read takes the four parts. Others are left out, as wallets do.
func (t *Typed) read(parts map[string]any) error {
	var ok bool
	if t.Data.Types, ok = types(parts["types"]); !ok {
		return &eip712.Error{Path: "types", Reason: "it maps names of types to lists of {name, type}"}
	}
	if t.Data.PrimaryType, ok = parts["primaryType"].(string); !ok || t.Data.PrimaryType == "" {
		return &eip712.Error{Path: "primaryType", Reason: "it is missing, or no text"}
	}

	var err error
	if t.Data.Domain, err = part(parts, "domain", true); err != nil {
		return err
	}
	t.Data.Message, err = part(parts, "message", t.Data.PrimaryType == eip712.DomainType)
	return err
}

// part is an object of typed data. An optional one may be missing.
func part(parts map[string]any, name string, optional bool) (map[string]any, error) {
	out := object(parts[name])
	switch {
	case out != nil:
		return out, nil
	case parts[name] != nil:
		return nil, &eip712.Error{Path: name, Reason: "it must be an object"}
	case !optional:
		return nil, &eip712.Error{Path: name, Reason: "the member is missing"}
	}
	return map[string]any{}, nil
}

// types are those of typed data. Further members of a definition are left out, as wallets do.
func types(v any) (out eip712.Types, ok bool) {
	lists, ok := v.(map[string]any)
	out = eip712.Types{}
	for name, list := range lists {
		members, isList := list.([]any)
		ok = ok && (isList || list == nil)
		out[name] = make([]eip712.Member, len(members))
		for i, member := range members {
			of, _ := member.(map[string]any)
			called, isName := of["name"].(string)
			typ, isType := of["type"].(string)
			ok = ok && isName && isType
			out[name][i] = eip712.Member{Name: called, Type: typ}
		}
	}
	return out, ok
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
			leaves(name, object(v), func(name string, v any) { see(name, "string", v) })
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
