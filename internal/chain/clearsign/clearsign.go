// Package clearsign knows what projects say their functions and typed messages are for: the registry of clear signing
// (ERC-7730), which wallets show in place of data that nobody can read. The table has facts alone, and only of
// contracts that a project names as its own: the same function of another contract may do anything.
package clearsign

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/abijson"
	"github.com/farebox/farebox/internal/dated"
)

// Dated declares the table.
var Dated = dated.Table{
	Name:   "clear_signing",
	Holds:  "What projects say their contracts' functions and typed messages are for.",
	Source: "Registry of clear signing (ERC-7730), CC0",
	URL:    "https://github.com/ethereum/clear-signing-erc7730-registry",
	AsOf:   "2026-08-20",
	Renew:  "a function of a contract stays what it is; it lacks what came later.",
	Routes: []string{"/tx/raw", "/tx/signature"},
}

//go:embed forms.tsv
var formsText string

// Form is a function or a typed message of a project's contract.
type Form struct {
	Owner     string // the project
	Signature string // with the names of its values
	Intent    string // what the project says it is for
}

// Table is the registry. It is safe for concurrent use.
type Table struct {
	calls    map[place]map[[4]byte]*Form
	messages map[place]map[common.Hash]*Form
	owners   map[place][]string
}

type place struct {
	network  string
	contract common.Address
}

// Call is what a project says about a function of its contract.
func (t *Table) Call(network string, contract common.Address, selector [4]byte) (*Form, bool) {
	f, ok := t.calls[place{network, contract}][selector]
	return f, ok
}

// Message is what a project says about a typed message for its contract, by the hash of the message's type.
func (t *Table) Message(network string, contract common.Address, typeHash common.Hash) (*Form, bool) {
	f, ok := t.messages[place{network, contract}][typeHash]
	return f, ok
}

// Owners are the projects that describe a contract.
func (t *Table) Owners(network string, contract common.Address) []string {
	return t.owners[place{network, contract}]
}

// New gives the table, which is read once in a process. A mistake in it is an error that names the row.
func New() (*Table, error) { return readOnce() }

var readOnce = sync.OnceValues(read)

func read() (*Table, error) {
	t := &Table{
		calls:    map[place]map[[4]byte]*Form{},
		messages: map[place]map[common.Hash]*Form{},
		owners:   map[place][]string{},
	}
	for line := range strings.Lines(formsText) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != 4 {
			return nil, fmt.Errorf("clear signing: %q has %d cells, not 4", line, len(cells))
		}
		if err := t.add(cells); err != nil {
			return nil, fmt.Errorf("clear signing: %s: %w", cells[1], err)
		}
	}
	return t, nil
}

func (t *Table) add(cells []string) error {
	put, err := t.keeper(cells[0], cells[1])
	if err != nil {
		return err
	}

	for _, of := range strings.Split(cells[3], ";") {
		owner, contracts, _ := strings.Cut(of, "|")
		form := &Form{
			Owner:     owner,
			Signature: cells[1],
			Intent:    cells[2],
		}
		for _, contract := range strings.Split(contracts, ",") {
			network, address, _ := strings.Cut(contract, ":")
			if !common.IsHexAddress(address) {
				return fmt.Errorf("%q is no contract", contract)
			}
			at := place{network, common.HexToAddress(address)}
			put(at, form)
			if !slices.Contains(t.owners[at], owner) {
				t.owners[at] = append(t.owners[at], owner)
			}
		}
	}
	return nil
}

// keeper is what puts the forms of one row into the table: a row has a signature, and up to hundreds of contracts.
func (t *Table) keeper(kind, signature string) (put func(at place, form *Form), err error) {
	switch kind {
	case "call":
		f, err := abijson.ParseSignature(signature)
		if err != nil {
			return nil, err
		}
		return under(t.calls, [4]byte(crypto.Keccak256([]byte(f.String())))), nil
	case "message":
		return under(t.messages, crypto.Keccak256Hash([]byte(signature))), nil
	}
	return nil, fmt.Errorf("%q is neither a call nor a message", kind)
}

// under puts forms into the table of each place, under one key.
func under[K comparable](table map[place]map[K]*Form, key K) func(place, *Form) {
	return func(at place, form *Form) {
		if table[at] == nil {
			table[at] = map[K]*Form{}
		}
		table[at][key] = form
	}
}
