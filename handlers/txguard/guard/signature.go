package guard

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/abijson"
	"github.com/farebox/farebox/internal/chain/eip712"
	"github.com/farebox/farebox/internal/jsontext"
)

// message is typed data being recognised.
type message struct {
	*Typed
	d *decoder
	s *Subject
	f fields
}

// shape recognises one kind of message by its primary type and the members that it cannot do without;
// their types are checked by hashing, against the types that the message itself declares.
type shape struct {
	kind     string
	standard string
	primary  string   // name of the primary type; empty for any
	members  []string // all of them have to be there
	domain   string   // the domain's name, when others use the same type; empty for any
	does     func(m *message, sh *shape)
}

// Signature decodes typed data. It does not fail: what is not recognised becomes a finding.
func (e *Engine) Signature(network Network, t *Typed) *Subject {
	s := &Subject{
		Network:  network,
		Signed:   true,
		Domain:   t.Domain,
		Kind:     "unknown",
		Function: t.Data.PrimaryType,
		To:       t.Domain.VerifyingContract,
		From:     t.Signer,
	}

	d := &decoder{
		Engine:  e,
		subject: s,
		reader:  &abijson.Reader{Values: maxValues},
	}

	if t.Domain.VerifyingContract != nil {
		s.mention(*t.Domain.VerifyingContract)
	}

	t.walk(t.Data.PrimaryType, map[string]any(t.Data.Message), func(typ string, v any) {
		if typ == "address" {
			if b, err := eip712.Bytes(v); err == nil && len(b) == 20 {
				s.mention(common.BytesToAddress(b))
			}
		}
	})

	m := &message{
		Typed: t,
		d:     d,
		s:     s,
		f:     t.Data.Message,
	}

	m.remarks()
	m = m.nested()
	for _, sh := range slices.Concat(protocolShapes, shapes) {
		if sh.matches(m) {
			s.Kind = sh.kind
			sh.does(m, &sh)
			s.mention(d.reader.Addresses...)
			s.mentionParties()
			return s
		}
	}

	m.unknown()
	return s
}

func (sh *shape) matches(m *message) bool {
	if sh.primary != "" && sh.primary != m.Data.PrimaryType {
		return false
	}
	if sh.domain != "" && (m.Domain.Name == nil || *m.Domain.Name != sh.domain) {
		return false
	}
	return m.f.has(sh.members...)
}

// delegationStandard names delegations by which an account lets another act in its name, within limits that are
// contracts of their own and not judged.
const delegationStandard = "ERC-7710"

// harmless is a message that is known and gives nobody anything.
func harmless(m *message, sh *shape) { m.add(Action{Kind: Message, Standard: sh.standard}) }

func permitMessage(m *message, sh *shape) {
	value := orZero(m.f.num("value"))
	m.s.From = m.f.addr("owner") // what is allowed is compared with what the owner holds
	m.add(Action{
		Kind:      Approval,
		Standard:  sh.standard,
		Token:     m.Domain.VerifyingContract,
		Owner:     m.f.addr("owner"),
		Spender:   m.f.addr("spender"),
		Amount:    value,
		Unlimited: unlimited(value),
		Deadline:  m.f.num("deadline"),
	})
}

func daiMessage(m *message, sh *shape) {
	allowed := m.f.flag("allowed")
	m.add(Action{
		Kind:      Approval,
		Standard:  sh.standard,
		Token:     m.Domain.VerifyingContract,
		Owner:     m.f.addr("holder"),
		Spender:   m.f.addr("spender"),
		Approved:  &allowed,
		Unlimited: allowed,
		Deadline:  m.daiExpiry(),
	})
}

// daiExpiry is nil for 0, which means that the permit does not expire: that is told apart by Unlimited.
func (m *message) daiExpiry() *big.Int {
	return orForever(orZero(m.f.num("expiry")))
}

// orForever is forever for 0, as DAI's permit has it.
func orForever(expiry *big.Int) *big.Int {
	if expiry.Sign() == 0 {
		return new(big.Int).Set(forever)
	}
	return expiry
}

// forever stands for a deadline that is never reached.
var forever = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1))

// allowance is one PermitDetails of Permit2. The permission lasts until expiration, the signature until
// sigDeadline; what counts for the owner is the first.
func (m *message) allowance(path string, d fields) {
	amount := orZero(d.num("amount"))
	m.addAt(path, Action{
		Kind:      Approval,
		Standard:  "Permit2",
		Token:     d.addr("token"),
		Spender:   m.f.addr("spender"),
		Amount:    amount,
		Unlimited: unlimited(amount),
		Deadline:  d.num("expiration"),
	})
}

func (m *message) batch(tokens int) {
	if tokens >= 3 {
		m.hit(batchPermit, "one signature allows %d tokens at once", tokens)
	}
}

func signedTransferMessage(m *message, sh *shape) {
	items := []fields{m.f.obj("permitted")}
	if _, isList := m.f["permitted"].([]any); isList {
		items = m.f.list("permitted")
		m.batch(len(items))
	}

	for i, p := range items {
		path := "message.permitted"
		if len(items) > 1 {
			path = fmt.Sprintf("%s.%d", path, i)
		}
		amount := orZero(p.num("amount"))
		m.addAt(path, Action{
			Kind:      Approval,
			Standard:  sh.standard,
			Token:     p.addr("token"),
			Spender:   m.f.addr("spender"),
			Amount:    amount,
			Unlimited: unlimited(amount),
			Deadline:  m.f.num("deadline"),
		})
	}

	if m.f.has("witness") && !m.paid(items) {
		m.witness(items)
	}
}

func authorizationMessage(m *message, sh *shape) {
	m.s.From = m.f.addr("from")
	m.add(Action{
		Kind:      Transfer,
		Standard:  sh.standard,
		Token:     m.Domain.VerifyingContract,
		Owner:     m.f.addr("from"),
		Recipient: m.f.addr("to"),
		Amount:    orZero(m.f.num("value")),
		Deadline:  m.f.num("validBefore"),
	})
}

func safeMessage(m *message, sh *shape) {
	m.add(Action{Kind: Message, Standard: sh.standard})
	to := m.f.addr("to")
	value := orZero(m.f.num("value"))
	op := m.f.num("operation")
	if to == nil {
		return
	}
	if safe := m.Domain.VerifyingContract; safe != nil {
		m.d.runsOfSafe(*safe, *to, value, m.f.bytes("data"), op)
	}
	outer := m.outer()
	outer.step(*to, value, m.f.bytes("data"), op != nil && op.Sign() != 0)
	if token, receiver := m.f.addr("gasToken"), m.f.addr("refundReceiver"); token != nil && receiver != nil {
		outer.refund(orZero(m.f.num("baseGas")), orZero(m.f.num("gasPrice")), *token, receiver)
	}
}

func forwardMessage(m *message, sh *shape) {
	m.add(Action{
		Kind:     Message,
		Standard: sh.standard,
		Owner:    m.f.addr("from"),
		Deadline: m.f.num("deadline"),
	})
	if to := m.f.addr("to"); to != nil {
		outer := m.outer()
		if from := m.f.addr("from"); from != nil {
			outer = m.inTheNameOf(*from)
		}
		m.calls(m.f.addr("from"), to, orZero(m.f.num("value")), m.f.bytes("data"))
		outer.inner(*to, orZero(m.f.num("value")), m.f.bytes("data"))
	}
}

// outer stands for the account in whose name the calls of a message are made.
func (m *message) outer() *call {
	c := &call{
		d:         m.d,
		path:      "message",
		signature: m.Data.PrimaryType,
		value:     new(big.Int),
	}
	if m.Domain.VerifyingContract != nil {
		c.to = *m.Domain.VerifyingContract
	}
	return c
}

// cowOrder is a trade. Source: CoW Protocol, GPv2Order.
func cowOrder(m *message, sh *shape) {
	given := new(big.Int).Add(orZero(m.f.num("sellAmount")), orZero(m.f.num("feeAmount"))) // the fee is taken on top
	m.trade(trade{
		standard: sh.standard,
		owner:    m.Signer,
		receiver: m.f.addr("receiver"),
		sell:     m.f.addr("sellToken"),
		amount:   given,
		buy:      m.f.addr("buyToken"),
		want:     m.f.num("buyAmount"),
		end:      m.f.num("validTo"),
	})
	if app := m.f.bytes("appData"); len(app) == common.HashLength && new(big.Int).SetBytes(app).Sign() != 0 {
		m.hit(appDataUnread, "appData is the hash of a document that was not read: it may have calls run before and "+
			"after the trade, and name who gets a part of it")
	}
}

func (m *message) add(a Action) { m.addAt("message", a) }

func (m *message) addAt(path string, a Action) {
	a.Path = path
	a.Function = m.Data.PrimaryType
	a.Contract = m.Domain.VerifyingContract
	m.s.Actions = append(m.s.Actions, a)
}

func (m *message) hit(code, format string, args ...any) {
	m.s.hit(code, "message", fmt.Sprintf(format, args...))
}

func orZero(n *big.Int) *big.Int {
	if n == nil {
		return new(big.Int)
	}
	return n
}

// Message is the message with exact numbers, for the answer.
func (t *Typed) Message() json.RawMessage {
	out, err := jsontext.Marshal(t.Data.Message)
	if err != nil { // it came from JSON
		return json.RawMessage("{}")
	}
	return out
}
