package guard

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/farebox/farebox/internal/chain/abijson"
	"github.com/farebox/farebox/internal/chain/clearsign"
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
	Value   *big.Int        // wei, nil counts as 0
	Data    []byte
	// Authorizations are EIP-7702 delegations that the transaction carries (type 4).
	Authorizations []Authorization
	// Payees are accounts that the caller means to pay: what goes there is meant to.
	Payees []common.Address
}

// Authorization gives the signer's account the code at Address (EIP-7702).
type Authorization struct {
	ChainID *big.Int // 0 means every chain
	Address common.Address
}

// Engine holds the tables that requests are decoded and judged by. It is safe for concurrent use.
type Engine struct {
	acts
	forms      *clearsign.Table // what projects say about calls that are not decoded
	executions abi.Arguments    // of a batch of ERC-7579
	known      knownAt

	Now func() time.Time // by which tables are past their day
}

// NewEngine builds the tables.
func NewEngine() (*Engine, error) {
	table, err := newActs(actsText)
	if err != nil {
		return nil, err
	}

	batch, err := newFunction("execute((address target,uint256 value,bytes callData)[] executions)")
	if err != nil {
		return nil, fmt.Errorf("executions: %w", err)
	}

	forms, err := clearsign.New()
	if err != nil {
		return nil, err
	}

	return &Engine{
		acts:       table,
		forms:      forms,
		executions: batch.params,
		known:      newKnown(),
		Now:        time.Now,
	}, nil
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
	reader  *abijson.Reader
	account *common.Address // whose calls are to be executed, nil: nobody's
}

func (e *Engine) decoder(s *Subject) *decoder {
	return &decoder{
		Engine:  e,
		subject: s,
		reader:  &abijson.Reader{Values: maxValues},
	}
}

// call is one call being decoded.
type call struct {
	d         *decoder
	path      string
	depth     int
	to        common.Address
	self      *common.Address // the account that makes the calls it carries, nil: to
	from      *common.Address // who makes the call, nil when unknown
	value     *big.Int
	data      []byte
	signature string
	selector  string
	fields    fields // the arguments of the function that is called
	children  int
}

// Transaction decodes a transaction. It does not fail: what cannot be decoded becomes a finding.
func (e *Engine) Transaction(r Request) *Subject {
	value := orZero(r.Value)
	s := &Subject{
		Network: r.Network,
		To:      r.To,
		From:    r.From,
		Value:   value,
		meant:   map[common.Address]bool{},
	}
	for _, payee := range r.Payees {
		s.meant[payee] = true
	}

	d := e.decoder(s)

	for i, a := range r.Authorizations {
		s.mention(a.Address)
		s.Actions = append(s.Actions, Action{
			Path:     fmt.Sprintf("authorization.%d", i),
			Kind:     Delegation,
			Standard: "EIP-7702",
			Owner:    r.From,
			Spender:  &a.Address,
		})
	}

	s.data = r.Data
	if r.To != nil {
		s.mention(*r.To)
		d.call(&call{
			d:     d,
			path:  "call",
			to:    *r.To,
			from:  r.From,
			value: value,
			data:  r.Data,
		})
		s.Kind = kindOf(s)
	} else {
		s.Kind = "contract_creation"
		s.Actions = append(s.Actions, Action{
			Path:     "call",
			Kind:     Call,
			Standard: "contract creation",
			Value:    nonZero(value),
		})
		s.hit(unknownSelector, "call", "the transaction creates a contract; what its code does is seen only by executing it")
	}

	s.mention(d.reader.Addresses...)
	s.mentionParties()
	return s
}

// kindOf names a transaction by what its outermost call is.
func kindOf(s *Subject) string {
	i := slices.IndexFunc(s.Actions, func(a Action) bool { return a.Path == "call" })
	switch {
	case i < 0:
		return "unknown"
	case s.Actions[i].Kind != Call:
		return string(s.Actions[i].Kind)
	case s.Calls > 1:
		return "batch"
	case s.Actions[i].Standard == "":
		return "unknown"
	}
	return "contract_call"
}

// more says whether another call may be decoded, and counts it.
func (d *decoder) more() bool { return d.subject.Calls < maxCalls }

func (d *decoder) call(c *call) {
	d.subject.Calls++
	if len(c.data) == 0 {
		from := d.known[d.subject.Network.Name][orNobody(c.from)]
		if c.value.Sign() > 0 || c.depth == 0 {
			c.add(Action{
				Kind:      NativeTransfer,
				Standard:  "native",
				Owner:     c.from,
				Recipient: &c.to,
				Amount:    new(big.Int).Set(c.value),
				proceeds:  from.Role == RoleMulticall, // coins that were sent to such a contract are to be passed on
			})
		}
		return
	}
	if len(c.data) < 4 {
		c.add(Action{Kind: Call})
		c.hit(malformed, "%d bytes of data are too few for a selector", len(c.data))
		return
	}
	selector := [4]byte(c.data[:4])
	c.selector = hexutil.Encode(selector[:])
	f, ok := d.functions[selector]
	if c.depth == 0 {
		d.subject.Selector = c.selector
	}
	if !ok {
		c.suspect(d.scan(c.data[4:]))
		c.undecoded(selector)
		return
	}
	c.signature = f.signature
	if c.depth == 0 {
		d.subject.Function = f.signature
	}
	d.reader.Dirty = false
	values, err := d.reader.Read(f.params, c.data[4:])
	if err != nil {
		d.scan(c.data[4:])
		c.add(Action{Kind: Call})
		c.hit(malformed, "the data does not decode as %s: %v", f.signature, err)
		return
	}

	if d.reader.Dirty {
		c.hit(malformed, "bits are set in %s that must be zero: contracts may read another value than people do",
			f.signature)
	}

	c.fields = named(f.params, values)
	c.shown(f, values)

	before := len(d.subject.Actions)
	if c.does(f.act); len(d.subject.Actions) == before { // a list of nothing
		c.add(Action{Kind: Call})
	}
}

// add completes an action with what it shares with its call.
func (c *call) add(a Action) {
	a.Path = c.path
	a.Function = c.signature
	a.Selector = c.selector
	a.data = c.data
	a.caller = c.from
	to := c.to
	a.Contract = &to
	a.Value = nonZero(c.value)
	if a.Kind == NativeTransfer {
		a.Contract = nil
		a.Value = nil
	}
	c.d.subject.Actions = append(c.d.subject.Actions, a)
}

func (c *call) hit(code, format string, args ...any) {
	c.d.subject.hit(code, c.path, fmt.Sprintf(format, args...))
}

// undecoded is a call of a function that the table lacks. The contract's project may describe it. The description is
// shown and changes no judgement: only an execution shows what the call does.
func (c *call) undecoded(selector [4]byte) {
	if c.to == consolidations && len(c.data) == 2*publicKey && !bytes.Equal(c.data[:publicKey], c.data[publicKey:]) {
		c.add(Action{Kind: Call, Standard: "EIP-7251"})
		c.hit(strangerNamed, "the stake of one validator goes to another: make sure whose that is")
		return
	}
	form, said := c.d.forms.Call(c.d.subject.Network.Name, c.to, selector)
	if !said {
		c.add(Action{Kind: Call})
		c.hit(unknownSelector, "the function %s is not in the table of known functions: what it does is seen only by "+
			"executing it", c.selector)
		return
	}

	f, err := newFunction(form.Signature)
	if err == nil {
		c.signature = f.signature
		if c.depth == 0 {
			c.d.subject.Function = f.signature
		}
		if values, err := c.d.reader.Read(f.params, c.data[4:]); err == nil {
			c.shown(f, values)
		}
	}
	c.add(Action{Kind: Call, Standard: form.Owner})
	c.hit(statedIntent, "%s says that the function %s is for: %s", form.Owner, c.selector, form.Intent)
	c.hit(unknownSelector, "whether %s does what its project says is seen only by executing it", c.selector)
}

// consolidations takes requests to merge validators: the source's key, then the target's. Source: EIP-7251.
var consolidations = common.HexToAddress("0x0000BBdDc7CE488642fb579F8B00f3a590007251")

// publicKey is the length of a validator's key.
const publicKey = 48

// shown puts the arguments of the outermost call into the answer.
func (c *call) shown(f *function, values []any) {
	if c.depth > 0 {
		return
	}
	for i, p := range f.params {
		c.d.subject.Decoded = append(c.d.subject.Decoded, Argument{
			Name:  p.Name,
			Type:  p.Type.String(),
			Value: abijson.Text(values[i]),
		})
	}
}
