package guard

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
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
	Data      eip712.TypedData
	Digest    common.Hash // what would be signed
	Separator common.Hash
	TypeHash  common.Hash // keccak256 of the primary type's encodeType
	Domain    Domain
	Signer    *common.Address // who is to sign, nil when not said
	Origin    string          // the site that asks, as a URL or a host; empty when not said
	Remarks   []eip712.Remark // where it departs from the standard and is signed all the same
}

// InputError is typed data that nobody could sign: Path is the member at fault, "message.value".
type InputError struct {
	Path   string
	Reason string
}

// Error is the path and the reason.
func (e *InputError) Error() string { return e.Path + ": " + e.Reason }

// ParseTyped reads the JSON form of eth_signTypedData_v4: types, primaryType, domain, message, as an object or as the
// JSON text of one. It is as lenient as wallets are, and keeps in Remarks what they sign although the standard has it
// otherwise. What no wallet could sign is an *InputError.
func ParseTyped(raw []byte) (*Typed, error) {
	t := &Typed{}
	raw, err := unquoted("typed_data", raw)
	if err != nil {
		return nil, err
	}
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(raw, &parts); err != nil || parts == nil {
		return nil, &InputError{"typed_data", "it must be a JSON object"}
	}
	if err := t.read(parts); err != nil {
		return nil, err
	}

	t.Remarks = append(t.Remarks, t.Data.AsSigned()...)
	if err := t.hash(); err != nil {
		return nil, err
	}
	t.readDomain()
	return t, nil
}

// unquoted is the JSON in a JSON text, as wallets take the parameter of eth_signTypedData_v4; other JSON is itself.
func unquoted(path string, raw []byte) ([]byte, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) > 0 && raw[0] == '"' {
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return nil, &InputError{path, "it must be a JSON object"}
		}
		raw = []byte(text)
	}
	return raw, nil
}

// read takes the four parts. Others are left out, as wallets do.
func (t *Typed) read(parts map[string]json.RawMessage) error {
	var err error
	if t.Data.Types, err = types(parts["types"]); err != nil {
		return &InputError{"types", "it maps names of types to lists of {name, type}"}
	}
	if json.Unmarshal(parts["primaryType"], &t.Data.PrimaryType) != nil || t.Data.PrimaryType == "" {
		return &InputError{"primaryType", "it is missing, or no text"}
	}
	if t.Data.Domain, err = t.object("domain", parts["domain"], true); err != nil {
		return err
	}

	optional := t.Data.PrimaryType == eip712.DomainType
	t.Data.Message, err = t.object("message", parts["message"], optional)
	return err
}

// object reads a part that is an object, or the JSON text of one. An optional one may be missing.
func (t *Typed) object(name string, raw json.RawMessage, optional bool) (map[string]any, error) {
	if len(raw) == 0 || string(raw) == "null" {
		if !optional {
			return nil, &InputError{name, "the member is missing"}
		}
		t.Remarks = append(t.Remarks, eip712.Remark{Path: name, Kind: eip712.Loose})
		return map[string]any{}, nil
	}

	raw, err := unquoted(name, raw)
	if err != nil {
		return nil, err
	}

	var into map[string]any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(&into); err != nil || into == nil {
		return nil, &InputError{name, "it must be an object"}
	}

	return into, nil
}

// types reads the members' names as they are written: encoding/json would take "Type" for type, which wallets do not.
// Further members of a definition are left out, as wallets do.
func types(raw []byte) (eip712.Types, error) {
	var lists map[string][]map[string]json.RawMessage
	if err := json.Unmarshal(raw, &lists); err != nil || lists == nil {
		return nil, errors.New("not lists of members")
	}
	out := eip712.Types{}
	for name, list := range lists {
		members := make([]eip712.Member, len(list))
		for i, m := range list {
			if json.Unmarshal(m["name"], &members[i].Name) != nil || json.Unmarshal(m["type"], &members[i].Type) != nil {
				return nil, errors.New("not a name and a type")
			}
		}
		out[name] = members
	}
	return out, nil
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

// agreeing is a flag that says whether somebody has a right.
var agreeing = regexp.MustCompile(`^_?(is)?_?([aA]pproved|[aA]llowed|[aA]uthorized|[eE]nabled)$`)

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
		return
	}
	obj, _ := v.(map[string]any)
	if obj == nil {
		return // a struct that is not there, which may be of its own type without end
	}
	taken := slices.ContainsFunc(members, func(m eip712.Member) bool {
		return m.Type == "bool" && agreeing.MatchString(m.Name) && !truthOf(obj[m.Name])
	})
	for _, m := range members {
		if taken && roleNamed(m.Name) >= agent {
			continue // it is a right that is taken away
		}
		t.walk(m.Name, m.Type, obj[m.Name], see)
	}
}

// departures are the findings of data that wallets sign although the standard has them otherwise. Members that nobody
// declares weigh nothing: honest programs pass them on as well (Hyperliquid's and OpenSea's SDKs do).
var departures = []struct {
	kind    eip712.Departure
	code    string
	meaning string
}{
	{eip712.Undeclared, undeclaredMember, "no type declares %s: wallets leave that out, and the signature does not " +
		"cover it, whatever it says"},
	{eip712.Unreadable, unreadableAddress, "%s is no address: one wallet makes an address out of it, another looks it " +
		"up as a name"},
	{eip712.Loose, looseValue, "%s is missing, or written in another form than its type's: it was read as the wallets " +
		"read it that accept it"},
}

// remarks turns departures into findings, one of each kind.
func (m *message) remarks() {
	for _, d := range departures {
		var paths []string
		for _, r := range m.Remarks {
			if r.Kind == d.kind {
				paths = append(paths, r.Path)
			}
		}
		if len(paths) > 0 {
			m.hit(d.code, d.meaning, clip.Shown(strings.Join(paths, ", "), 200))
		}
	}
}
