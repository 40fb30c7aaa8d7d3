package guard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/chain/eip712"
)

// hyperliquidStandard is of an exchange whose messages are checked by no contract.
const hyperliquidStandard = "Hyperliquid"

func below(host, of string) bool { return host == of || strings.HasSuffix(host, "."+of) }

// nested is the message within the nested signature of a smart account (ERC-7739): the account wraps it, and the
// contract of the domain sees what is in it.
func (m *message) nested() *message {
	if m.Data.PrimaryType != "TypedDataSign" || !m.f.has("contents", "verifyingContract") {
		return m
	}

	i := slices.IndexFunc(m.Data.Types["TypedDataSign"], func(x eip712.Member) bool { return x.Name == "contents" })
	contents := m.f.obj("contents")
	if i < 0 || contents == nil {
		return m
	}

	inner := *m.Typed
	inner.Data.PrimaryType = m.Data.Types["TypedDataSign"][i].Type
	inner.Data.Message = contents
	inner.Remarks = nil
	if account := m.f.addr("verifyingContract"); account != nil {
		m.s.From = account
		inner.Signer = account
	}

	return &message{
		Typed: &inner,
		d:     m.d,
		s:     m.s,
		f:     contents,
	}
}

// paid is a payment of x402 through Permit2: the proxy sends the tokens to whom the witness names, and to nobody else.
func (m *message) paid(permitted []fields) bool {
	k, ok := m.d.known[m.s.Network.Name][orNobody(m.f.addr("spender"))]
	to := m.f.obj("witness").addr("to")
	if !ok || !strings.HasPrefix(k.Name, "x402 ") || to == nil {
		return false
	}
	for i, p := range permitted {
		m.addAt(fmt.Sprintf("message.permitted.%d", i), Action{
			Kind:      Transfer,
			Standard:  "x402",
			Token:     p.addr("token"),
			Owner:     m.Signer,
			Recipient: to,
			Amount:    orZero(p.num("amount")),
			Deadline:  m.f.num("deadline"),
		})
	}
	return true
}
