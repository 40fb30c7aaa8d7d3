package guard

import (
	_ "embed"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/abijson"
)

// actsText says what calls and typed messages do, one a line; its head says how.
//
//go:embed acts.tsv
var actsText string

// act is what a call or a message does: a row of the table.
type act struct {
	label    string // what a message is as a whole
	kind     Kind
	standard string
	values   map[string][]string // paths by role
	says     []said
	step     string // what no role says, in messageSteps or callSteps

	// Of a message: it is recognised by its type, by its domain where others have the same type, and by the members
	// that it cannot do without.
	primary string // * for any
	domain  string
	members []string
}

// said is a finding that the row itself makes.
type said struct{ code, text string }

// exchangeKind are orders that are judged by their two sides.
const exchangeKind Kind = "exchange"

// Marks in paths.
const (
	theContract = "." // the contract that is called, or that checks the signature
	whoever     = "@" // who calls or signs
	each        = "[]"
	or          = "|" // between names of which markets have one
	nothing     = "#0"
	anything    = "#all"
)

// acts is the table.
type acts struct {
	functions map[[4]byte]*function
	events    map[common.Hash]*function
	messages  []*act
	uses      []*function // that take a signature
}

// newActs reads the table. A mistake in it is an error that names the row.
func newActs(text string) (acts, error) {
	table := acts{functions: map[[4]byte]*function{}, events: map[common.Hash]*function{}}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := append(strings.Split(line, "\t"), make([]string, 8)...) // as many as any row has
		if err := table.take(cells); err != nil {
			return acts{}, fmt.Errorf("acts: %s: %w", cells[1], err)
		}
	}
	return table, nil
}

// take reads a row.
func (t *acts) take(cells []string) error {
	a := &act{
		label:    cells[2],
		kind:     Kind(cells[3]),
		standard: cells[4],
		values:   map[string][]string{},
		step:     cells[7],
	}
	for _, value := range strings.Fields(cells[5]) {
		role, path, ok := strings.Cut(value, "=")
		if !ok || !slices.Contains(roles, role) {
			return fmt.Errorf("%q is no value", value)
		}
		a.values[role] = []string{path}
		if path != theContract {
			a.values[role] = strings.Split(path, ".")
		}
	}
	for _, text := range strings.Split(cells[6], ";") {
		if code, says, ok := strings.Cut(text, "|"); ok {
			a.says = append(a.says, said{code, says})
		}
	}
	if cells[0] == "message" {
		head, members, _ := strings.Cut(strings.TrimSuffix(cells[1], ")"), "(")
		a.primary, a.domain, _ = strings.Cut(head, "@")
		a.members = strings.Split(members, ",")
		t.messages = append(t.messages, a)
		return nil
	}

	f, err := newFunction(cells[1])
	if err != nil {
		return err
	}
	f.act = a
	for role, path := range a.values {
		mark := strings.ContainsAny(path[0], theContract+whoever+nothing)
		has := slices.ContainsFunc(f.params, func(p abi.Argument) bool { return p.Name == path[0] })
		if !mark && !has {
			return fmt.Errorf("%s: there is no argument %s", role, path[0])
		}
	}
	if f.signed() {
		t.uses = append(t.uses, f)
	}
	switch {
	case cells[0] == "use":
	case cells[0] == "event":
		t.events[f.hash] = f
	case cells[0] != "call" || t.functions[f.selector] != nil:
		return errors.New("neither call, message, event nor use, or its selector is taken")
	default:
		t.functions[f.selector] = f
	}
	return nil
}

// roles are what a value can be.
var roles = []string{
	"token", "owner", "spender", "recipient", "amount", "id", "deadline", "approved", "unlimited", "period",
	"run", "value", "data", "delegated",
}

// frame is who calls or signs, and the contract that is called or checks the signature; nil where it is not said.
type frame struct{ caller, contract *common.Address }

// value is what a role has in the values of a call or a message; of a list, in its entry i. Nil where there is nothing.
func (a *act) value(f fields, at frame, role string, i int) any {
	path, ok := a.values[role]
	switch {
	case !ok:
		return nil
	case path[0] == theContract:
		return at.contract
	case path[0] == whoever:
		return at.caller
	case path[0] == nothing:
		return new(big.Int)
	}

	found := f.at(path)
	if !slices.Contains(path, each) {
		i = 0
	}
	if i >= len(found) {
		return nil
	}
	return found[i]
}

// entries are how often the act is done: once, or for each entry of its list.
func (a *act) entries(f fields) (n int, list string) {
	for _, role := range []string{"token", "owner", "spender", "recipient", "amount", "id"} {
		path := a.values[role]
		if i := slices.Index(path, each); i >= 0 {
			return len(f.at(path[:i+1])), strings.Join(path[:i], ".")
		}
	}
	return 1, ""
}

// action is what the act does, by entry i of its list.
func (a *act) action(f fields, at frame, i int) Action {
	who := func(role string) *common.Address { return addressOf(a.value(f, at, role, i)) }
	much := func(role string) *big.Int { return numberOf(a.value(f, at, role, i)) }
	out := Action{
		Kind:      a.kind,
		Standard:  a.standard,
		Token:     who("token"),
		Owner:     who("owner"),
		Spender:   who("spender"),
		Recipient: payeeOf(a.value(f, at, "recipient", i)),
		Amount:    much("amount"),
		TokenID:   much("id"),
		Deadline:  nonZero(much("deadline")),
		period:    much("period"),
	}

	if a.values["amount"] != nil {
		out.Amount = orZero(out.Amount)
		out.Unlimited = a.kind == Approval && unlimited(out.Amount)
	}
	out.Unlimited = out.Unlimited || a.values["unlimited"] != nil
	if a.values["approved"] != nil {
		given := truthOf(a.value(f, at, "approved", i))
		out.Approved = &given
		out.Unlimited = given
	}
	return out
}

// payeeOf is who is to be paid: an address, or the credentials of a validator, whose first byte says of which kind they
// are.
func payeeOf(v any) *common.Address {
	b := slices.Clone(octetsOf(v))
	if len(b) != common.HashLength {
		return addressOf(v)
	}
	if b[0] == 1 || b[0] == 2 {
		b[0] = 0
	}
	return addressOf(hexutil.Encode(b))
}

// does adds what a row says about a call.
func (c *call) does(a *act) {
	at := frame{caller: c.from, contract: &c.to}
	n, _ := a.entries(c.fields)
	for i := range n {
		action := a.action(c.fields, at, i)
		if a.step == "pays" && action.Recipient == nil {
			c.d.subject.add(strangerNamed, elsewhere, c.path,
				"what is sent goes to an account of a network of another kind, or to a key: make sure whose it is")
		}
		action.proceeds = a.step == "pays" || a.step == "moved" && c.depth == 0 && is(c.from, orNobody(action.Owner))
		c.add(action)
	}
	for _, s := range a.says {
		c.hit(s.code, "%s", strings.ReplaceAll(s.text, "{}", c.signature))
	}

	if a.step == "safe" && c.depth == 0 && !c.d.subject.Signed {
		c.d.account = &c.to
	}
	c.carries(a, at)
	c.steps(a, at)
}

func (a *act) matches(m *message) bool {
	if a.primary != "*" && a.primary != m.Data.PrimaryType {
		return false
	}
	if a.domain != "" && (m.Domain.Name == nil || *m.Domain.Name != a.domain) {
		return false
	}
	return m.f.has(a.members...) && a.reads(m)
}

// reads says whether a row that finds a message harmless names each struct in it, and no text in it lets somebody act:
// any other may be about anything.
func (a *act) reads(m *message) bool {
	if a.kind != Message || len(a.values) > 0 {
		return true
	}
	for _, member := range m.Data.Types[m.Data.PrimaryType] {
		base, _, _ := strings.Cut(member.Type, "[")
		if _, isStruct := m.Data.Types[base]; isStruct && !slices.Contains(a.members, member.Name) {
			return false
		}
	}

	harmless := true
	m.walk("", m.Data.PrimaryType, map[string]any(m.Data.Message), func(name, typ string, v any) {
		harmless = harmless && (typ != "string" || addressOf(v) == nil || roleNamed(name) < agent)
	})
	return harmless
}

// does adds what a row says about a message.
func (m *message) does(a *act) {
	at := frame{caller: m.Signer, contract: m.Domain.VerifyingContract}

	byToken := slices.Equal(a.values["token"], []string{theContract}) // which checks the signature itself
	m.s.checked = byToken || a.kind == Approval || a.kind == exchangeKind || a.step == "leaves"
	if owner := addressOf(a.value(m.f, at, "owner", 0)); owner != nil && (byToken || a.kind == Approval || m.Signer == nil) {
		m.s.From = owner
	}
	switch a.kind {
	case "":
	case exchangeKind:
		m.trades(a, m.Data.PrimaryType, m.f, at, "message")
	default:
		n, list := a.entries(m.f)
		for i := range n {
			path := "message"
			if list != "" {
				path = fmt.Sprintf("message.%s.%d", list, i)
			}
			m.addAt(path, a.action(m.f, at, i))
		}
	}
	for _, s := range a.says {
		m.hit(s.code, "%s", s.text)
	}
	if acts := a.kind == Message && a.values["spender"] != nil; m.Origin != "" && (acts || len(a.says) > 0) {
		m.asked(a.standard)
	}
	if step := messageSteps[a.step]; step != nil {
		step(m, a, at)
	}
	m.used(m.d.uses)
}

// function is a known function or event: how to decode its arguments, and what a call of it does or a log tells.
type function struct {
	signature string      // canonical: "approve(address,uint256)"
	hash      common.Hash // of the signature: an event's topic
	selector  [4]byte
	params    abi.Arguments
	act       *act
}

// newFunction reads a function with the names of its arguments: "approve(address spender,uint256 amount)".
func newFunction(text string) (*function, error) {
	signature, err := abijson.ParseSignature(text)
	if err != nil {
		return nil, err
	}
	params, err := abijson.Arguments(signature.Params)
	if err != nil {
		return nil, err
	}

	hash := crypto.Keccak256Hash([]byte(signature.String()))
	return &function{
		signature: signature.String(),
		params:    params,
		hash:      hash,
		selector:  [4]byte(hash[:4]),
	}, nil
}
