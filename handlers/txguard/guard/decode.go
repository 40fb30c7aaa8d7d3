package guard

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
)

// Bounds of what is decoded.
const (
	maxDepth = 3   // calls within calls below the outermost one
	maxCalls = 200 // calls in all
)

// Request is a transaction that is about to be signed.
type Request struct {
	Network Network
	To      *common.Address // nil creates a contract
	From    *common.Address // nil when not said
	Value   *big.Int        // wei, nil for none
	Data    []byte
	// Authorizations are EIP-7702 delegations that the transaction carries (type 4).
	Authorizations []Authorization
}

// Authorization gives the signer's account the code at Address (EIP-7702).
type Authorization struct {
	ChainID *big.Int // 0 means every chain
	Address common.Address
}

// Engine holds the tables that requests are decoded and judged by. It is safe for concurrent use.
type Engine struct {
	functions functions
	known     knownAt
}

// NewEngine builds the tables.
func NewEngine() (*Engine, error) {
	table, err := newFunctions()
	if err != nil {
		return nil, err
	}
	return &Engine{functions: table, known: newKnown()}, nil
}

// Known is the well-known contract at an address of a network, if it is one.
func (e *Engine) Known(network string, a common.Address) (Known, bool) {
	k, ok := e.known[network][a]
	return k, ok
}

// decoder works on one request.
type decoder struct {
	*Engine
	subject *Subject
	reader  *reader
}

// call is one call being decoded.
type call struct {
	d         *decoder
	path      string
	depth     int
	to        common.Address
	self      *common.Address // in whose name the calls that it carries are made, nil: to
	from      *common.Address // who makes the call, nil when unknown
	value     *big.Int
	data      []byte
	signature string
	selector  string
	args      []any
	children  int
	fees      uint64 // of a router's plan, in basis points
}

// Transaction decodes a transaction. It does not fail: what cannot be decoded becomes a finding.
func (e *Engine) Transaction(r Request) *Subject {
	value := r.Value
	if value == nil {
		value = new(big.Int)
	}
	s := &Subject{Network: r.Network, To: r.To, From: r.From, Value: value}
	d := &decoder{Engine: e, subject: s, reader: &reader{left: maxValues}}
	for i, a := range r.Authorizations {
		s.mention(a.Address)
		s.Actions = append(s.Actions, Action{
			Path: fmt.Sprintf("authorization.%d", i), Kind: Delegation, Standard: "EIP-7702", Owner: r.From, Spender: &a.Address,
		})
		if a.ChainID != nil && a.ChainID.Sign() == 0 {
			s.hit(anyChain, fmt.Sprintf("authorization.%d", i), "the delegation is valid on every chain (chain id 0)")
		}
	}
	switch {
	case r.To == nil:
		s.Kind = "contract_creation"
		s.Actions = append(s.Actions, Action{Path: "call", Kind: Call, Standard: "contract creation", Value: nonZero(value)})
		s.hit(unknownSelector, "call", "the transaction creates a contract, whose code is not judged here")
	default:
		s.mention(*r.To)
		d.call(&call{d: d, path: "call", to: *r.To, from: r.From, value: value, data: r.Data})
		if s.Kind == "" {
			s.Kind = kindOf(s)
		}
	}
	s.mention(d.reader.addresses...)
	s.mentionParties()
	return s
}

// kindOf names a transaction by what its outermost call is.
func kindOf(s *Subject) string {
	if len(s.Actions) == 0 {
		return "unknown"
	}
	for _, a := range s.Actions {
		if a.Path != "call" {
			continue
		}
		if a.Kind == Call {
			switch {
			case s.Calls > 1:
				return "batch"
			case a.Standard == "":
				return "unknown"
			}
			return "contract_call"
		}
		return string(a.Kind)
	}
	return string(s.Actions[0].Kind)
}

// more says whether another call may be decoded, and counts it.
func (d *decoder) more() bool { return d.subject.Calls < maxCalls }

func (d *decoder) call(c *call) {
	d.subject.Calls++
	if c.depth == 0 {
		d.subject.Function = ""
	}
	if len(c.data) == 0 {
		if c.value.Sign() > 0 || c.depth == 0 {
			c.add(Action{Kind: NativeTransfer, Standard: "native", Owner: c.from, Recipient: &c.to, Amount: new(big.Int).Set(c.value)})
		}
		return
	}
	if len(c.data) < 4 {
		c.add(Action{Kind: Call})
		c.hit(malformed, "%d bytes of data are too few for a selector", len(c.data))
		return
	}
	selector := [4]byte(c.data[:4])
	c.selector = selectorText(selector)
	f, ok := d.functions[selector]
	if c.depth == 0 {
		d.subject.Selector = c.selector
	}
	if !ok {
		d.scan(c.data[4:])
		c.add(Action{Kind: Call})
		c.hit(unknownSelector, "the function %s is not in the table of known functions; what it does is not known", c.selector)
		return
	}
	c.signature = f.signature
	if c.depth == 0 {
		d.subject.Function = f.signature
	}
	body := c.data[4:]
	if d.reader.dirty = false; hasAttribution(body) {
		body = trimAttribution(body)
	}
	args, static, err := d.reader.arguments(f.params, body)
	if err != nil {
		d.scan(c.data[4:])
		c.add(Action{Kind: Call})
		if errors.Is(err, errMany) {
			c.hit(tooDeep, "%s: %v", f.signature, err)
			return
		}
		c.hit(malformed, "the data does not decode as %s: %v", f.signature, err)
		return
	}
	if d.reader.dirty {
		c.hit(malformed, "bits are set in %s that must be zero: contracts may read another value than people do", f.signature)
	}
	if static >= 0 && len(body) != static {
		c.hit(malformed, "%s has %d bytes of arguments, the data has %d", f.signature, static, len(body))
	}
	c.args = args
	if c.depth == 0 {
		for i, p := range f.params {
			d.subject.Decoded = append(d.subject.Decoded, Argument{Name: p.name, Type: p.typ.String(), Value: plain(args[i])})
		}
	}
	before := len(d.subject.Actions)
	if f.does(c); len(d.subject.Actions) == before { // a list of nothing
		c.add(Action{Kind: Call})
	}
}

// attribution ends data that names the app it came from (ERC-8021); contracts ignore it.
var attribution = bytes.Repeat([]byte{0x80, 0x21}, 8)

func hasAttribution(data []byte) bool { return bytes.HasSuffix(data, attribution) }

// trimAttribution takes the suffix off down to a whole number of words, which is where it starts in
// data whose arguments fill whole words.
func trimAttribution(data []byte) []byte {
	// schema id (1 byte) and, for schema 0, the codes with their length in the byte before it
	n := len(data) - len(attribution) - 1
	if n < 1 || data[n] != 0 {
		return data
	}
	codes := int(data[n-1])
	if n-1-codes < 0 {
		return data
	}
	return data[:n-1-codes]
}

// scan looks for addresses in data whose types are not known: words with twelve zero bytes in front.
func (d *decoder) scan(data []byte) {
	for len(data) >= 32 {
		if word := data[:32]; bytes.Equal(word[:12], make([]byte, 12)) && !bytes.Equal(word[12:16], make([]byte, 4)) {
			d.subject.mention(common.BytesToAddress(word[12:]))
		}
		data = data[32:]
	}
}

// inner decodes a call that this one carries.
func (c *call) inner(to common.Address, value *big.Int, data []byte) {
	if len(data) == 0 && value.Sign() == 0 {
		return
	}
	c.run(c.child(to, value, data))
}

// caller is in whose name c makes calls.
func (c *call) caller() *common.Address {
	if c.self != nil {
		return c.self
	}
	return &c.to
}

func (c *call) child(to common.Address, value *big.Int, data []byte) *call {
	child := &call{d: c.d, path: fmt.Sprintf("%s.%d", c.path, c.children), depth: c.depth + 1, to: to, from: c.caller(), value: value, data: data}
	c.children++
	return child
}

func (c *call) run(child *call) {
	to, data := child.to, child.data
	c.d.subject.mention(to)
	if child.depth > maxDepth || !c.d.more() {
		c.d.scan(data)
		child.hit(tooDeep, "calls are nested deeper, or are more, than are decoded; what is in there is not known")
		return
	}
	if to == c.to { // a multicall keeps the caller
		child.from = c.from
	}
	c.d.call(child)
}

// add completes an action with what it shares with its call.
func (c *call) add(a Action) {
	a.Path = c.path
	a.Function, a.Selector = c.signature, c.selector
	to := c.to
	a.Contract = &to
	a.Value = nonZero(c.value)
	if a.Kind == NativeTransfer {
		a.Contract, a.Value = nil, nil
	}
	c.d.subject.Actions = append(c.d.subject.Actions, a)
}

func (c *call) hit(code, format string, args ...any) {
	c.d.subject.hit(code, c.path, fmt.Sprintf(format, args...))
}

// expect notes that a function of a protocol is called at a contract that is not one of the protocol's: the name of a function
// says nothing of what an unknown contract does.
func (c *call) expect(roles ...Role) {
	if k, ok := c.d.known[c.d.subject.Network.Name][c.to]; !ok || !slices.Contains(roles, k.Role) {
		c.hit(contractUnlisted, "%s is a function of a known protocol, but %s is not in the table of its contracts", c.signature, c.to.Hex())
	}
}

func (c *call) approval(standard string, token common.Address, spender *common.Address, amount *big.Int) {
	c.add(Action{Kind: Approval, Standard: standard, Token: &token, Owner: c.from, Spender: spender, Amount: amount, Unlimited: unlimited(amount)})
}

// permit is an allowance with an end.
func (c *call) permit(standard string, token common.Address, owner, spender *common.Address, amount, deadline *big.Int) {
	c.add(Action{
		Kind: Approval, Standard: standard, Token: &token, Owner: owner, Spender: spender, Amount: amount, Deadline: deadline,
		Unlimited: unlimited(amount),
	})
}

// permit2Details is one PermitDetails: (token, amount, expiration, nonce).
func (c *call) permit2Details(details []any, owner, spender *common.Address) {
	c.permit("Permit2", *asAddress(details[0]), owner, spender, asInt(details[1]), asInt(details[2]))
}

// signedTransfer spends a Permit2 signature: permitted is (token, amount), to is (to, requestedAmount).
func (c *call) signedTransfer(permitted, to []any, owner *common.Address) {
	c.add(Action{Kind: TransferFrom, Standard: "Permit2", Token: asAddress(permitted[0]), Owner: owner, Recipient: asAddress(to[0]), Amount: asInt(to[1])})
}

func (c *call) signedTransfers() {
	permitted, to := asList(c.list(0)[0]), c.list(1)
	for i := range min(len(permitted), len(to)) {
		c.signedTransfer(asList(permitted[i]), asList(to[i]), c.addr(2))
	}
}

func (c *call) nft(standard string, id, amount *big.Int) {
	c.add(Action{Kind: TransferFrom, Standard: standard, Token: &c.to, Owner: c.addr(0), Recipient: c.addr(1), TokenID: id, Amount: amount})
}

// The arguments of a decoded call, which have the types of its parameters.
func (c *call) addr(i int) *common.Address { return asAddress(c.args[i]) }
func (c *call) num(i int) *big.Int         { return asInt(c.args[i]) }
func (c *call) list(i int) []any           { return asList(c.args[i]) }
func (c *call) bytes(i int) []byte         { return asBytes(c.args[i]) }
func (c *call) flag(i int) bool            { b, _ := c.args[i].(bool); return b }

func asAddress(v any) *common.Address { a, _ := v.(common.Address); return &a }
func asInt(v any) *big.Int {
	if n, ok := v.(*big.Int); ok {
		return n
	}
	return new(big.Int)
}
func asList(v any) []any   { l, _ := v.([]any); return l }
func asBytes(v any) []byte { b, _ := v.([]byte); return b }

func zeroInt() *big.Int { return new(big.Int) }

func nonZero(n *big.Int) *big.Int {
	if n == nil || n.Sign() == 0 {
		return nil
	}
	return n
}

// boundless is how many bits an amount has from which on it is no bound: 2^128 units are 3.4 x 10^20 tokens of 18 decimals.
// The customary words for "no limit" are the largest numbers of 256 and, with Permit2, of 160 bits; a limit just below them
// must not look like one.
const boundless = 129

func unlimited(amount *big.Int) bool { return amount.BitLen() >= boundless }

// plain is a decoded value as JSON shows it: integers as decimal strings, bytes as 0x strings.
func plain(v any) any {
	switch v := v.(type) {
	case common.Address:
		return v.Hex()
	case *big.Int:
		return v.String()
	case []byte:
		return "0x" + hex.EncodeToString(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = plain(v[i])
		}
		return out
	}
	return v // bool, string
}
