package tokentest

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/known"
)

// Keeper is the plain account that has the powers over the traps.
var Keeper = common.HexToAddress("0x7AB4b1C5d3e8f6A9b2c0D4E6f8A1b3C5d7E9f0A2")

// Contracts that hold powers over sound tokens.
var (
	Timelock = common.HexToAddress("0x71111111E10C71111111E10c71111111E10C7111")
	Safe     = common.HexToAddress("0x5afE5afE5afE5afE5afE5afE5afE5afE5afE5afE")
)

// registry says that the keeper is the admin of whoever asks it.
var registry = common.HexToAddress("0x4E617374794e6F6e636553746F7265000000Ad31")

// Specimen is a token that the rules of powers are measured on.
type Specimen struct {
	Contract string
	At       common.Address
	Trap     bool           // holders can lose all, today or tomorrow
	Unsold   bool           // a wallet cannot sell it, or sells it for next to nothing
	Missed   bool           // a trap that no rule notices; docs/quality/txguard.md says why
	Began    common.Address // whom its begin, in place of a constructor, has to be called for; zero if it has no begin

	logic    string // the contract that a proxy runs, else ""
	owner    common.Address
	storage  map[common.Hash]common.Hash
	provider common.Address // who has the shares of the pool
	helper   string         // another contract that the token asks or that owns it, else ""
	knows    common.Address // what that keeps in its second slot
	backed   bool           // the token has coins
}

// The lists of tokens that are of no set.
const (
	slow   = 4
	signed = 7
	nested = 12
)

// All are the tokens of the sets.
func All() []Specimen {
	return of(func(set byte) bool { return set != slow && set != signed && set != nested })
}

// Slow are tokens of no set. What the traps among them do takes time, or somebody whom nothing on the chain names.
func Slow() []Specimen { return of(func(set byte) bool { return set == slow }) }

// Signed are tokens of no set. In the traps among them somebody else's signature counts as the holder's, or is a power.
func Signed() []Specimen { return of(func(set byte) bool { return set == signed }) }

// Nested are traps of no set, whose functions take structures in structures.
func Nested() []Specimen { return of(func(set byte) bool { return set == nested }) }

// Named are the tokens of those contracts, traps first.
func Named(contracts ...string) []Specimen {
	return slices.DeleteFunc(All(), func(s Specimen) bool { return !slices.Contains(contracts, s.Contract) })
}

// of are the tokens of some sets.
func of(wanted func(set byte) bool) (list []Specimen) {
	for _, t := range tables {
		if wanted(t.set) {
			list = slices.Concat(list, read(t.set, true, t.traps), read(t.set, false, t.sounds))
		}
	}
	return list
}

// row is a token of a table.
var row = regexp.MustCompile(`([!?]?)(\w+)(?:\[(.*?)\])?`)

// read gives the tokens of a table addresses of their own. The owner of traps is the keeper, unless they say so.
func read(set byte, trap bool, table string) (list []Specimen) {
	first := int64(0x700c0000)
	if trap {
		first = 0x700b0000
	}
	for i, r := range row.FindAllStringSubmatch(table, -1) {
		s := Specimen{
			Contract: r[2],
			At:       common.BigToAddress(big.NewInt(first + int64(i))),
			Trap:     trap,
			Unsold:   r[1] == "!",
			Missed:   r[1] == "?",
			storage:  map[common.Hash]common.Hash{},
			provider: known.Dead,
		}
		s.At[18] = set
		s.knows = s.At
		if trap {
			s.owner = Keeper
		}
		for _, option := range strings.Fields(r[3]) {
			s.set(option)
		}
		if s.helper != "" && !strings.Contains(r[3], "=helper") {
			s.set("5=helper")
		}
		list = append(list, s)
	}
	return list
}

// set reads an option: who has a part in a token, its other contracts, or a word of its storage.
func (s *Specimen) set(option string) {
	name, value, _ := strings.Cut(option, "=")
	account := s.account(value)
	switch {
	case name == "unowned":
		s.storage[word(4)] = common.Hash{}
	case name == "backed":
		s.backed = true
	case name == "helper":
		s.helper = value
	case name == "logic" && account == common.Address{}:
		s.logic = value
	case name == "owner":
		s.owner = account
	case name == "provider":
		s.provider = account
	case name == "began":
		s.Began = account
	case name == "knows":
		s.knows = account
	case name == "poolallows": // whom the pool has allowed everything
		pool := PoolOf(s.At)
		s.storage[mapping(account[:], mapping(pool[:], word(2)))] = common.MaxHash
	case name == "stock": // so many times what the pool has, which the token has itself
		times, _ := new(big.Rat).SetString(value)
		own := new(big.Int).Mul(tokens, times.Num())
		own.Quo(own, times.Denom())
		s.storage[mapping(s.At[:], word(0))] = common.BigToHash(own)
		s.storage[word(1)] = common.BigToHash(own.Add(own, new(big.Int).Lsh(tokens, 1)))
	default:
		s.storage[slot(name)] = s.word(value)
	}
}

// account is one by its name in a table, nobody for other names.
func (s *Specimen) account(name string) common.Address {
	return map[string]common.Address{
		"keeper":   Keeper,
		"timelock": Timelock,
		"safe":     Safe,
		"dead":     known.Dead,
		"plain":    Plain,
		"registry": registry,
		"dormant":  common.HexToAddress("0xD0A3a47000000000000000000000000000c0de01"),
		"itself":   s.At,
		"helper":   helperOf(s.At),
	}[name]
}

// word is an account, the hash of a text, or a number.
func (s *Specimen) word(value string) common.Hash {
	if a := s.account(value); a != (common.Address{}) {
		return common.BytesToHash(a[:])
	}
	if text, hashed := strings.CutPrefix(value, "#"); hashed {
		return crypto.Keccak256Hash([]byte(text))
	}
	n, ok := new(big.Int).SetString(value, 0)
	if !ok {
		panic(fmt.Sprintf("a table of tokens: %q is no word", value))
	}
	return common.BigToHash(n)
}

// slots are places of the storage by their names: those of ERC-1967, of OpenZeppelin's upgradeable Ownable (ERC-7201),
// and one that a token hides.
var slots = map[string]common.Hash{
	"logic":      common.HexToHash("0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc"),
	"admin":      common.HexToHash("0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103"),
	"beacon":     common.HexToHash("0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50"),
	"namespaced": common.HexToHash("0x9016d09d72d40fdae2fd8ceac6b6234c7706214fd39c1cd1e609a0528c199300"),
	"hidden":     crypto.Keccak256Hash([]byte("fourth.hidden.admin")),
}

// slot is a place of the storage: by its name or number, the first of a list, or the keeper's in a mapping.
func slot(name string) common.Hash {
	if named, ok := slots[name]; ok {
		return named
	}
	var n int64
	if _, err := fmt.Sscanf(name, "keeper@%d", &n); err == nil {
		return mapping(Keeper[:], word(n))
	}
	if _, err := fmt.Sscanf(name, "list%d", &n); err == nil {
		list := word(n)
		return crypto.Keccak256Hash(list[:])
	}
	if _, err := fmt.Sscan(name, &n); err != nil {
		panic(fmt.Sprintf("a table of tokens: %q is no slot", name))
	}
	return word(n)
}

// logicOf is where the logic of a proxy is.
func logicOf(proxy common.Address) common.Address {
	return common.BytesToAddress(crypto.Keccak256(proxy[:], []byte("logic")))
}

// helperOf is where the other contract of a token is.
func helperOf(token common.Address) common.Address {
	return common.BytesToAddress(crypto.Keccak256(token[:], []byte("helper")))
}

// specimen makes a token with a pool.
func (b *builder) specimen(s Specimen) {
	pool := PoolOf(s.At)
	b.token(s.At, s.Contract, pool)
	storage := b.out[s.At].Storage
	storage[word(4)] = common.BytesToHash(s.owner[:])
	for slot, value := range s.storage {
		storage[slot] = value
	}

	if s.logic != "" {
		at := logicOf(s.At)
		b.contract(at, s.logic, nil)
		storage[slots["logic"]] = common.BytesToHash(at[:])
	}
	if s.helper != "" {
		b.contract(helperOf(s.At), s.helper, map[common.Hash]common.Hash{
			word(0): common.BytesToHash(Keeper[:]),
			word(1): common.BytesToHash(s.knows[:]),
		})
	}
	if s.backed {
		b.wrapped[mapping(s.At[:], word(0))] = common.BigToHash(coins)
	}

	shares := b.out[pool].Storage
	amount := common.BigToHash(coins)
	shares[mapping(s.provider[:], word(3))] = amount
	shares[word(4)] = amount
}

// specimens makes all tokens, and who holds powers over some.
func (b *builder) specimens() {
	for _, s := range of(func(byte) bool { return true }) {
		b.specimen(s)
	}
	b.contract(registry, "AdminRegistry", map[common.Hash]common.Hash{
		word(0): common.BytesToHash(Keeper[:]),
	})
	b.contract(Timelock, "TimelockHolder", nil)
	b.contract(Safe, "SafeHolder", nil)
}
