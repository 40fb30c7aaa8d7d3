package guard

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/abijson"
	"github.com/farebox/farebox/internal/chain/eip712"
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
	Data      eip712.TypedData
	Digest    common.Hash // what would be signed
	Separator common.Hash
	TypeHash  common.Hash // keccak256 of the primary type's encodeType
	Domain    Domain
	Signer    *common.Address // who is to sign, nil when not said
}

// InputError is typed data that nobody could sign: Path is the member at fault, "message.value".
type InputError struct {
	Path   string
	Reason string
}

// Error is the path and the reason.
func (e *InputError) Error() string { return e.Path + ": " + e.Reason }

// maxJSONDepth bounds nesting before the JSON is decoded into values.
const maxJSONDepth = 64

// ParseTyped reads the JSON form of eth_signTypedData_v4: types, primaryType, domain, message. It is
// strict: a value that does not fit its type, and a member that no type declares (which a signature
// would not cover), are an *InputError.
func ParseTyped(raw []byte) (*Typed, error) {
	if depth(raw) > maxJSONDepth {
		return nil, &InputError{"typed_data", fmt.Sprintf("it is nested more than %d deep", maxJSONDepth)}
	}
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(raw, &parts); err != nil || parts == nil {
		return nil, &InputError{"typed_data", "it must be a JSON object"}
	}
	for _, name := range []string{"types", "primaryType", "domain", "message"} {
		if v, ok := parts[name]; !ok || string(v) == "null" {
			return nil, &InputError{name, "the member is missing"}
		}
	}
	for name := range parts {
		switch name {
		case "types", "primaryType", "domain", "message":
		default:
			return nil, &InputError{"typed_data", "it has types, primaryType, domain and message, and nothing else"}
		}
	}
	t := &Typed{}
	var err error
	if t.Data.Types, err = types(parts["types"]); err != nil {
		return nil, &InputError{"types", "it maps names of types to lists of {name, type}"}
	}
	if err := json.Unmarshal(parts["primaryType"], &t.Data.PrimaryType); err != nil {
		return nil, &InputError{"primaryType", "it must be text"}
	}
	if err := object(parts["domain"], &t.Data.Domain); err != nil {
		return nil, &InputError{"domain", "it must be an object"}
	}
	if err := object(parts["message"], &t.Data.Message); err != nil {
		return nil, &InputError{"message", "it must be an object"}
	}
	if err := t.hash(); err != nil {
		return nil, err
	}
	t.readDomain()
	return t, nil
}

// types reads the members' names as they are written: encoding/json would take "Type" for type, which wallets do not.
func types(raw []byte) (eip712.Types, error) {
	var lists map[string][]map[string]string
	if err := json.Unmarshal(raw, &lists); err != nil || lists == nil {
		return nil, errors.New("not lists of members")
	}
	out := eip712.Types{}
	for name, list := range lists {
		members := make([]eip712.Member, len(list))
		for i, m := range list {
			member, hasName := m["name"]
			typ, hasType := m["type"]
			if !hasName || !hasType || len(m) != 2 {
				return nil, errors.New("not a name and a type")
			}
			members[i] = eip712.Member{Name: member, Type: typ}
		}
		out[name] = members
	}
	return out, nil
}

func object(raw []byte, into *map[string]any) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if *into == nil {
		return errors.New("null")
	}
	return nil
}

// depth is how deep brackets nest in JSON, without decoding it.
func depth(raw []byte) int {
	now, most, text := 0, 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case text && c == '\\':
			i++
		case c == '"':
			text = !text
		case text:
		case c == '{' || c == '[':
			if now++; now > most {
				most = now
			}
		case c == '}' || c == ']':
			now--
		}
	}
	return most
}

func (t *Typed) hash() error {
	var err error
	if t.Digest, err = t.Data.Digest(); err == nil {
		if t.Separator, err = t.Data.DomainSeparator(); err == nil {
			t.TypeHash, err = t.Data.TypeHash()
		}
	}
	if err == nil {
		return nil
	}
	var broken *eip712.Error
	if errors.As(err, &broken) {
		return &InputError{broken.Path, broken.Reason}
	}
	return fmt.Errorf("hashing typed data: %w", err)
}

// readDomain takes the members over that hashing has checked, when they are declared.
func (t *Typed) readDomain() {
	d := t.Data.Domain
	if s, ok := d["name"].(string); ok {
		t.Domain.Name = &s
	}
	if s, ok := d["version"].(string); ok {
		t.Domain.Version = &s
	}
	if v, ok := d["chainId"]; ok {
		if n, err := abijson.Integer(v); err == nil {
			t.Domain.ChainID = n
		}
	}
	if v, ok := d["verifyingContract"]; ok {
		if b, err := eip712.Bytes(v); err == nil && len(b) == 20 {
			a := common.BytesToAddress(b)
			t.Domain.VerifyingContract = &a
		}
	}
}

// walk calls see with every elementary value of a struct type's value, by its declared type.
func (t *Typed) walk(typ string, v any, see func(typ string, v any)) {
	if strings.HasSuffix(typ, "]") {
		list, _ := v.([]any)
		for _, item := range list {
			t.walk(typ[:strings.LastIndexByte(typ, '[')], item, see)
		}
		return
	}
	members, isStruct := t.Data.Types[typ]
	if !isStruct {
		see(typ, v)
		return
	}
	obj, _ := v.(map[string]any)
	for _, m := range members {
		t.walk(m.Type, obj[m.Name], see)
	}
}

// fields reads the members of a struct value. A member that is missing or of another type is the zero
// value, and Has tells which there are.
type fields map[string]any

func (f fields) has(names ...string) bool {
	for _, n := range names {
		if _, ok := f[n]; !ok {
			return false
		}
	}
	return true
}

func (f fields) addr(name string) *common.Address {
	b, err := eip712.Bytes(f[name])
	if err != nil || len(b) != 20 {
		return nil
	}
	a := common.BytesToAddress(b)
	return &a
}

func (f fields) num(name string) *big.Int {
	n, err := abijson.Integer(f[name])
	if err != nil {
		return nil
	}
	return n
}

func (f fields) bytes(name string) []byte {
	b, err := eip712.Bytes(f[name])
	if err != nil {
		return nil
	}
	return b
}

func (f fields) flag(name string) bool { b, _ := f[name].(bool); return b }

func (f fields) obj(name string) fields { m, _ := f[name].(map[string]any); return m }

func (f fields) list(name string) []fields { return asFields(f[name]) }

func asFields(v any) []fields {
	list, _ := v.([]any)
	out := make([]fields, 0, len(list))
	for _, item := range list {
		m, _ := item.(map[string]any)
		out = append(out, m)
	}
	return out
}
