package guard

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/evm"
)

// The sets of a corpus. Rules were mended on the first, and the second was measured before anybody looked at it. Rows
// that were written after that are fresh, and were measured likewise.
const (
	setTuned  = "tuned"
	setUnseen = "unseen"
	setFresh  = "fresh"

	// setOutside are rows of somebody who had not read the rules.
	setOutside = "outside"

	// setSecond are rows of somebody else who had not read them; rules were mended on them. setHeld are the other half
	// of the same rows: they were measured before and after, and no rule was mended on them.
	setSecond = "outside2"
	setHeld   = "held"

	// setThird are rows of a third author who had not read the rules. A hash of the name made two halves: rules were
	// mended on this one, and setHeldThird is the other.
	setThird     = "third"
	setHeldThird = "held3"

	// setFifth are rows of a fifth set, written before its author read the rules; its rows of transactions say what
	// their execution does. setHeldFifth is the other half by a hash of the name, measured once.
	setFifth     = "fifth"
	setHeldFifth = "held5"

	// setSixth are rows of a sixth set, written before its author read the rules. setHeldSixth is the other half by a
	// hash of the name, measured once.
	setSixth     = "sixth"
	setHeldSixth = "held6"

	// setSeventh are rows of a seventh set, written before its author read the rules, with the effects of messages.
	// setHeldSeventh is the other half by a hash of the name, measured once.
	setSeventh     = "seventh"
	setHeldSeventh = "held7"

	// setEighth are rows of an eighth set, written before its author read the rules. setHeldEighth is the other half by
	// a hash of the name, measured once.
	setEighth     = "eighth"
	setHeldEighth = "held8"

	// setNinth are rows of a ninth set, by an author who never read the rules. setHeldNinth is the other half by a hash
	// of the name, measured once.
	setNinth     = "ninth"
	setHeldNinth = "held9"

	// setTenth are rows of a tenth set, by another such author; setHeldTenth is the other half, measured once.
	setTenth     = "tenth"
	setHeldTenth = "held10"

	// setEleventh are rows of an eleventh set, by another such author; setHeldEleventh is the other half, measured
	// once.
	setEleventh     = "eleventh"
	setHeldEleventh = "held11"

	// setTwelfth are rows of a twelfth set, by another such author; setHeldTwelfth is the other half, measured once.
	setTwelfth     = "twelfth"
	setHeldTwelfth = "held12"

	// setThirteenth are rows of a thirteenth set, by another such author; setHeldThirteenth is the other half, measured
	// once.
	setThirteenth     = "thirteenth"
	setHeldThirteenth = "held13"

	// setFourteenth are rows of a fourteenth set, by another such author; setHeldFourteenth is the other half, measured
	// once.
	setFourteenth     = "fourteenth"
	setHeldFourteenth = "held14"

	// setFifteenth are rows of a fifteenth set, by another such author; setHeldFifteenth is the other half, measured
	// once.
	setFifteenth     = "fifteenth"
	setHeldFifteenth = "held15"

	// setSixteenth are messages of a sixteenth set, by another such author; setHeldSixteenth is the other half,
	// measured once.
	setSixteenth     = "sixteenth"
	setHeldSixteenth = "held16"

	// setSeventeenth are rows of a seventeenth set, by another such author; setHeldSeventeenth is the other half,
	// measured once.
	setSeventeenth     = "seventeenth"
	setHeldSeventeenth = "held17"

	// setEighteenth are rows of an eighteenth set, by another such author; setHeldEighteenth is the other half,
	// measured once.
	setEighteenth     = "eighteenth"
	setHeldEighteenth = "held18"
)

// namedSets are the sets that a row is put into by hand.
var namedSets = []string{
	setFresh, setOutside,
	setSecond, setHeld,
	setThird, setHeldThird,
	setFifth, setHeldFifth,
	setSixth, setHeldSixth,
	setSeventh, setHeldSeventh,
	setEighth, setHeldEighth,
	setNinth, setHeldNinth,
	setTenth, setHeldTenth,
	setEleventh, setHeldEleventh,
	setTwelfth, setHeldTwelfth,
	setThirteenth, setHeldThirteenth,
	setFourteenth, setHeldFourteenth,
	setFifteenth, setHeldFifteenth,
	setSixteenth, setHeldSixteenth,
	setSeventeenth, setHeldSeventeenth,
	setEighteenth, setHeldEighteenth,
}

// The kinds of rows: what must not be allowed, and what people do all day.
const (
	kindAttack   = "attack"
	kindEveryday = "everyday"
)

// bound is how many attacks must not be allowed at least, and how many everyday requests may be warned of or blocked at
// most, in per cent.
type bound struct{ caught, warned, blocked float64 }

// goal is the bound of a set that meets the goals.
var goal = bound{caught: 98, warned: 3, blocked: 1}

// unexecuted is the bound of sets that say nothing of executions.
var unexecuted = bound{caught: 95, warned: 27.9, blocked: 0.5}

// rawBounds are those of sets of /tx/raw that do not meet the goals.
var rawBounds = map[string]bound{
	setTuned:     unexecuted,
	setUnseen:    unexecuted,
	setFresh:     unexecuted,
	setOutside:   unexecuted,
	setSecond:    unexecuted,
	setHeld:      unexecuted,
	setThird:     unexecuted,
	setHeldThird: unexecuted,

	setHeldFifth:      {caught: 97.9, warned: 2, blocked: 0},
	setSeventh:        {caught: 98, warned: 7.5, blocked: 0},
	setHeldSeventh:    {caught: 98, warned: 7.7, blocked: 0},
	setEighth:         {caught: 98, warned: 4.4, blocked: 0},
	setHeldEighth:     {caught: 98, warned: 7, blocked: 0},
	setNinth:          {caught: 98, warned: 6.5, blocked: 0},
	setHeldNinth:      {caught: 98, warned: 6.8, blocked: 0},
	setTenth:          {caught: 91.5, warned: 9.5, blocked: 1.9},
	setHeldTenth:      {caught: 98, warned: 9, blocked: 0},
	setEleventh:       {caught: 98, warned: 4.4, blocked: 1.1},
	setHeldEleventh:   {caught: 98, warned: 6.1, blocked: 0.6},
	setTwelfth:        {caught: 97.9, warned: 1.8, blocked: 0},
	setHeldTwelfth:    {caught: 95.5, warned: 6.5, blocked: 0},
	setThirteenth:     {caught: 94.1, warned: 1.6, blocked: 0.8},
	setHeldThirteenth: {caught: 97.2, warned: 1.2, blocked: 2.4},
	setFourteenth:     {caught: 94.4, warned: 2.3, blocked: 0},
	setHeldFourteenth: {caught: 98, warned: 6.6, blocked: 2.2},
	setFifteenth:      {caught: 92.3, warned: 0, blocked: 2.6},
	setHeldFifteenth:  {caught: 88.2, warned: 0, blocked: 0},

	setSeventeenth:     {caught: 98, warned: 4.3, blocked: 2.2},
	setHeldSeventeenth: {caught: 95.6, warned: 0, blocked: 0},
}

// signatureBounds are those of sets of /tx/signature.
var signatureBounds = map[string]bound{
	setSecond:         {caught: 97.4, warned: 1.6, blocked: 0},
	setFifth:          {caught: 97.2, warned: 2, blocked: 0},
	setHeldFifth:      {caught: 97.2, warned: 0, blocked: 0},
	setSixth:          {caught: 96.8, warned: 0, blocked: 0},
	setSeventh:        {caught: 98, warned: 8.4, blocked: 0},
	setHeldSeventh:    {caught: 92.6, warned: 3.6, blocked: 0},
	setEighth:         {caught: 98, warned: 7.2, blocked: 0},
	setHeldEighth:     {caught: 98, warned: 6.4, blocked: 2.2},
	setNinth:          {caught: 97.7, warned: 1.8, blocked: 0},
	setHeldNinth:      {caught: 98, warned: 4, blocked: 1.4},
	setTenth:          {caught: 98, warned: 6.5, blocked: 1.7},
	setHeldTenth:      {caught: 92.8, warned: 8.5, blocked: 0},
	setEleventh:       {caught: 98, warned: 6.7, blocked: 1.7},
	setHeldEleventh:   {caught: 98, warned: 6.2, blocked: 2.1},
	setTwelfth:        {caught: 95.8, warned: 12.1, blocked: 1.8},
	setHeldTwelfth:    {caught: 90.4, warned: 12.8, blocked: 0},
	setThirteenth:     {caught: 94.5, warned: 6.3, blocked: 0},
	setHeldThirteenth: {caught: 96.8, warned: 7.5, blocked: 0},
	setFourteenth:     {caught: 98, warned: 4.8, blocked: 0.8},
	setHeldFourteenth: {caught: 98, warned: 4.1, blocked: 1.1},
	setFifteenth:      {caught: 82.3, warned: 0, blocked: 0},
	setHeldFifteenth:  {caught: 98, warned: 8.6, blocked: 0},
	setSixteenth:      {caught: 96.5, warned: 1.6, blocked: 0},
	setHeldSixteenth:  {caught: 96.4, warned: 8, blocked: 0},

	setSeventeenth:     {caught: 98, warned: 3.3, blocked: 1.1},
	setHeldSeventeenth: {caught: 97.8, warned: 14.2, blocked: 2.2},
}

// corpusRow is a line of testdata/corpus: a request, and what is known of the addresses in it.
type corpusRow struct {
	Kind    string          `json:"kind"`
	Name    string          `json:"name"`
	Source  string          `json:"source"`
	Set     string          `json:"set"`
	Request json.RawMessage `json:"request"`
	Facts   corpusFacts     `json:"facts"`

	// Simulated is what an endpoint says of the transaction's execution, absent where it was not executed.
	Simulated *evm.SimulatedCall `json:"simulated"`
}

// corpusFacts are addresses of which something is known. Contracts of the table of known ones need no mention, and
// whatever is not mentioned is a plain account.
type corpusFacts struct {
	Contracts []common.Address `json:"contracts"`
	Verified  []common.Address `json:"verified"`
	Young     []common.Address `json:"young"`
	NFTs      []common.Address `json:"nfts"`
	Listed    []common.Address `json:"listed"`
	Delegated []common.Address `json:"delegated"`

	ABIs map[common.Address]json.RawMessage `json:"abis"`
}

// corpusFolder has the rows of this repository.
var corpusFolder = filepath.Join("testdata", "corpus")

// readCorpus reads the rows of /tx/raw in a folder.
func readCorpus(t *testing.T, folder string) []corpusRow {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(folder, "raw.jsonl"))
	if err != nil {
		t.Fatal(err)
	}

	var rows []corpusRow
	seen := map[string]bool{}
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r corpusRow
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatalf("row %d: %v", len(rows)+1, err)
		}
		right := r.Set == setOf(r.Name) || slices.Contains(namedSets, r.Set)
		if seen[r.Name] || r.Source == "" || !right || r.Kind != kindAttack && r.Kind != kindEveryday {
			t.Fatalf("%q: name, source, set or kind", r.Name)
		}
		seen[r.Name] = true
		rows = append(rows, r)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

// judge is what the engine says to a row.
func (r corpusRow) judge(t *testing.T, e *Engine) Judgement {
	t.Helper()
	s, f := r.subject(t, e)
	return e.Judge(s, f, now)
}

// subject is a row's request as decoded and executed, and the facts that it asks for.
func (r corpusRow) subject(t *testing.T, e *Engine) (*Subject, Facts) {
	t.Helper()
	var body rawRequest
	if err := json.Unmarshal(r.Request, &body); err != nil {
		t.Fatalf("%s: %v", r.Name, err)
	}
	s := e.Transaction(body.request(t))
	if r.Simulated != nil {
		e.Happened(s, Outcome{Worked: r.Simulated.Worked(), Logs: r.Simulated.Events()})
	}
	return s, r.Facts.of(e, s)
}

// setOf splits by the name alone, so that nobody chooses which rows are unseen.
func setOf(name string) string {
	if sha256.Sum256([]byte(name))[0]%2 == 0 {
		return setTuned
	}
	return setUnseen
}

// of are the facts about the addresses that a subject asks for.
func (f corpusFacts) of(e *Engine, s *Subject) Facts {
	out := accounts(nil)
	out.Verified = map[common.Address]bool{}
	out.Unpublished = map[common.Address]bool{}
	out.Young = map[common.Address]bool{}
	out.ABIs = map[common.Address]*abi.ABI{}
	out.NFTs = map[common.Address]bool{}
	out.Prices = map[common.Address]decimal.Decimal{s.Network.WrappedToken: decimal.NewFromInt(3000)}

	ask := s.Ask()
	for _, a := range ask.Accounts {
		out.Accounts[a] = NoCode
		if _, ok := e.Known(s.Network.Name, a); ok || a == permit2 {
			out.Accounts[a] = Contract
		}
	}
	for _, a := range f.Contracts {
		out.Accounts[a] = Contract
		out.Unpublished[a] = true
	}
	for _, a := range f.Verified {
		out.Verified[a] = true
		delete(out.Unpublished, a)
	}
	for _, a := range f.Young {
		out.Young[a] = true
	}
	for _, a := range f.NFTs {
		out.NFTs[a] = true
	}
	for _, a := range f.Delegated {
		out.Accounts[a] = Delegated
	}
	for _, a := range e.Unknown(s) { // no others are asked for
		if raw, ok := f.ABIs[a]; ok {
			out.ABIs[a] = parsedABI(raw)
		}
	}
	for _, a := range f.Listed {
		out.Listed[a] = Listing{List: "test"}
	}
	return out
}

// parsedABI is an ABI in the form of JSON, nil where it does not parse.
func parsedABI(raw json.RawMessage) *abi.ABI {
	parsed, err := abi.JSON(bytes.NewReader(raw))
	if err != nil {
		return nil
	}
	return &parsed
}

// rawRequest is the body of /tx/raw.
type rawRequest struct {
	Network        string
	To             *common.Address
	From           *common.Address
	Data           hexutil.Bytes
	Value          string
	Payees         []common.Address
	Authorizations []struct {
		Address common.Address
		ChainID *int64 `json:"chain_id"`
	}
}

func (r rawRequest) request(t *testing.T) Request {
	t.Helper()
	if r.Network == "" {
		r.Network = "base"
	}
	out := Request{
		Network: network(t, r.Network),
		To:      r.To,
		From:    r.From,
		Data:    r.Data,
		Value:   new(big.Int),
		Payees:  r.Payees,
	}
	if r.Value != "" {
		if _, ok := out.Value.SetString(r.Value, 10); !ok {
			t.Fatalf("value %q", r.Value)
		}
	}
	for _, a := range r.Authorizations {
		auth := Authorization{Address: a.Address}
		if a.ChainID != nil {
			auth.ChainID = big.NewInt(*a.ChainID)
		}
		out.Authorizations = append(out.Authorizations, auth)
	}
	return out
}

// share counts verdicts of rows of one kind and set.
type share struct{ rows, allowed, warned, blocked int }

func (s *share) count(v Verdict) {
	s.rows++
	switch v {
	case Allow:
		s.allowed++
	case Warn:
		s.warned++
	case Block:
		s.blocked++
	}
}

// corpusShares are the counts by kind and set.
type corpusShares map[[2]string]*share

// count takes a verdict over. A request that is refused with a 400 counts as allowed where it is an attack, and as
// blocked where it is none.
func (c corpusShares) count(kind, set string, v Verdict) {
	refused := v != Allow && v != Warn && v != Block
	switch {
	case refused && kind == kindAttack:
		v = Allow
	case refused:
		v = Block
	}

	key := [2]string{kind, set}
	if c[key] == nil {
		c[key] = &share{}
	}
	c[key].count(v)
}

// take counts a judgement, and names what was missed of the set that rules are mended on.
func (c corpusShares) take(t *testing.T, kind, set, name string, j Judgement) {
	t.Helper()
	c.count(kind, set, j.Verdict)
	if (kind == kindAttack) == (j.Verdict == Allow) && (set == setTuned || corpusDetail()) {
		t.Logf("%s %s: %s %d %v", set, name, j.Verdict, j.Risk, j.codes())
	}
}

// hold states the shares and fails beyond the bounds, on each set by itself.
func (c corpusShares) hold(t *testing.T, bounds map[string]bound) {
	t.Helper()
	for _, set := range slices.Concat([]string{setTuned, setUnseen}, namedSets) {
		attacks := c[[2]string{kindAttack, set}]
		everyday := c[[2]string{kindEveryday, set}]
		if attacks == nil || everyday == nil {
			continue
		}
		most, special := bounds[set]
		if !special {
			most = goal
		}

		t.Logf("%s: %d of %d attacks not allowed (%d blocked); of %d everyday requests %d blocked, %d warned",
			set, attacks.rows-attacks.allowed, attacks.rows, attacks.blocked,
			everyday.rows, everyday.blocked, everyday.warned)

		if percent(attacks.rows-attacks.allowed, attacks.rows) < most.caught {
			t.Errorf("%s: %d of %d attacks are allowed", set, attacks.allowed, attacks.rows)
		}
		blocked := percent(everyday.blocked, everyday.rows)
		warned := percent(everyday.warned, everyday.rows)
		if blocked > most.blocked || warned > most.warned {
			t.Errorf("%s: %d of %d everyday requests are blocked, %d warned",
				set, everyday.blocked, everyday.rows, everyday.warned)
		}
	}
}

func percent(part, whole int) float64 { return 100 * float64(part) / float64(whole) }

// TestTransactionsOfTheCorpus measures what /tx/raw says to attacks and to what people do all day.
func TestTransactionsOfTheCorpus(t *testing.T) {
	e, shares := engine(t), corpusShares{}
	for _, r := range readCorpus(t, corpusFolder) {
		shares.take(t, r.Kind, r.Set, r.Name, r.judge(t, e))
	}
	shares.hold(t, rawBounds)
}

// corpusDetail says whether rows of the unseen set are named too, which ends their being unseen.
func corpusDetail() bool { return os.Getenv("FAREBOX_CORPUS_DETAIL") != "" }
