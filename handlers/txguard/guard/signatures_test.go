package guard

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/eip712"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/known"
)

// signatureRow is a line of testdata/corpus/signature.jsonl: the body of a request to /tx/signature, and what is known
// of the addresses in it. Contracts of the table of known ones need no mention; other addresses are plain accounts.
type signatureRow struct {
	Kind    string // attack or everyday
	Name    string
	Source  string
	Set     string // outside, or tuned or unseen by the hash of the name
	Request struct {
		Network   string
		TypedData json.RawMessage `json:"typed_data"`
		Message   string
		Method    string
		Signer    *common.Address
		Origin    string
	}
	Facts struct {
		Contracts []common.Address
		Verified  []common.Address
		Young     []common.Address
		NFTs      []common.Address
		Listed    []common.Address
		Balances  map[common.Address]string
	}

	// Simulated is what an endpoint says of executing the calls that the message stands for, absent where it stands for
	// none or they were not executed.
	Simulated *evm.SimulatedCall
}

// signatureRows reads the rows of /tx/signature in a folder.
func signatureRows(t *testing.T, folder string) []signatureRow {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(folder, "signature.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []signatureRow
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r signatureRow
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatalf("row %d: %v", len(rows)+1, err)
		}
		right := r.Set == setOf(r.Name) || slices.Contains(namedSets, r.Set)
		if !right || r.Source == "" || r.Kind != kindAttack && r.Kind != kindEveryday {
			t.Fatalf("%s: set, source or kind", r.Name)
		}
		rows = append(rows, r)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

// judge is what the engine says to a row.
func (r *signatureRow) judge(t *testing.T, e *Engine) Judgement {
	t.Helper()
	var s *Subject
	n := network(t, r.Request.Network)
	if r.Request.TypedData == nil {
		p := ParsePlain(r.Request.Message, r.Request.Method)
		p.Signer = r.Request.Signer
		p.Origin = r.Request.Origin
		s = e.Message(n, p)
	} else {
		typed, err := ParseTyped(r.Request.TypedData)
		if err != nil {
			var input *eip712.Error
			if errors.As(err, &input) {
				return Judgement{Verdict: Verdict("refused: " + input.Error())}
			}
			t.Fatalf("%s: %v", r.Name, err)
		}
		typed.Signer = r.Request.Signer
		typed.Origin = r.Request.Origin
		s = e.Signature(n, typed)
	}
	if r.Simulated != nil && len(s.Runs()) > 0 {
		e.Happened(s, Outcome{Worked: r.Simulated.Worked(), Logs: r.Simulated.Events()})
	}
	return e.Judge(s, r.facts(t, e, s), now)
}

// facts are those of the row; ether is at 3,000 dollars.
func (r *signatureRow) facts(t *testing.T, e *Engine, s *Subject) Facts {
	t.Helper()
	f := accounts(nil)
	f.Young = map[common.Address]bool{}
	f.Verified = map[common.Address]bool{}
	f.Unpublished = map[common.Address]bool{}
	for _, a := range r.Facts.Contracts {
		f.Unpublished[a] = true
	}
	for _, a := range r.Facts.Verified {
		f.Verified[a] = true
		delete(f.Unpublished, a)
	}
	f.NFTs = map[common.Address]bool{}
	f.Tokens = map[common.Address]Token{}
	f.Balances = map[common.Address]*big.Int{}
	f.Prices = map[common.Address]decimal.Decimal{s.Network.WrappedToken: decimal.NewFromInt(3000)}
	for _, a := range s.Ask().Accounts {
		f.Accounts[a] = NoCode
		if _, ok := e.Known(s.Network.Name, a); ok {
			f.Accounts[a] = Contract
		}
	}
	for _, a := range r.Facts.Contracts {
		f.Accounts[a] = Contract
		f.Tokens[a] = Token{Symbol: "T", Decimals: 18}
	}
	for _, token := range known.Tokens(s.Network.Name) {
		f.Accounts[token.Address] = Contract
		f.Tokens[token.Address] = Token{Symbol: token.Symbol, Decimals: int(token.Decimals)}
	}
	for _, a := range r.Facts.Young {
		f.Young[a] = true
	}
	for _, a := range r.Facts.NFTs {
		f.NFTs[a] = true
		delete(f.Tokens, a)
	}
	for _, a := range r.Facts.Listed {
		f.Listed[a] = Listing{List: "test"}
	}
	for a, text := range r.Facts.Balances {
		units, ok := new(big.Int).SetString(text, 10)
		if !ok {
			t.Fatalf("%s: balance %q", r.Name, text)
		}
		f.Balances[a] = units
	}
	return f
}

// TestSignaturesOfTheCorpus measures what /tx/signature says to attacks and to what people sign all day.
func TestSignaturesOfTheCorpus(t *testing.T) {
	e, shares := engine(t), corpusShares{}
	for _, r := range signatureRows(t, corpusFolder) {
		shares.take(t, r.Kind, r.Set, r.Name, r.judge(t, e))
	}
	shares.hold(t, signatureBounds)
}
