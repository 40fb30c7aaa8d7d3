package txguard

import (
	"context"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/gen/shared"
	gen "github.com/farebox/farebox/gen/txguard"
	engine "github.com/farebox/farebox/handlers/txguard/guard"
	"github.com/farebox/farebox/internal/chain/param"
	"github.com/farebox/farebox/internal/jsontext"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
)

// TxRaw answers POST /tx/raw: what a transaction would do.
func (h *Handlers) TxRaw(ctx context.Context, req gen.TxRawRequestObject) (gen.TxRawResponseObject, error) {
	r, err := request(req.Body)
	if err != nil {
		return nil, err
	}

	s := h.engine.Transaction(r)
	simulation := h.executeRaw(ctx, r, s)
	g := h.gather(ctx, s, h.engine.Unknown(s))
	g.simulation = &simulation
	j := h.engine.Judge(s, g.facts, h.now())
	if err := g.enough(j); err != nil {
		return nil, err
	}

	decoded := make([]gen.TxguardArgument, 0, len(s.Decoded))
	for _, a := range s.Decoded {
		value, err := jsontext.Marshal(a.Value)
		if err != nil {
			return nil, err
		}
		decoded = append(decoded, gen.TxguardArgument{Name: a.Name, Type: a.Type, Value: value})
	}

	sources := g.sources()
	return gen.TxRaw200JSONResponse{
		Verdict:        gen.TxguardRawVerdict(j.Verdict),
		RiskScore:      j.Risk,
		Network:        r.Network.Name,
		Chain:          r.Network.CAIP2,
		Kind:           s.Kind,
		To:             hexOf(r.To),
		ToName:         h.nameOf(r.Network, r.To),
		Selector:       response.OrNull(s.Selector),
		Function:       response.OrNull(s.Function),
		ValueWei:       s.Value.String(),
		Decoded:        decoded,
		Effects:        h.effects(s, g.facts, simulation),
		Actions:        h.actions(s, g.facts),
		ActionsOmitted: max(0, len(s.Actions)-maxActions),
		Reasons:        reasons(j),
		ReasonsOmitted: max(0, len(j.Reasons)-maxReasons),
		CallsDecoded:   s.Calls,
		AddressesRead:  g.read,
		Coverage:       g.coverage(),
		Sources:        sources,
		Partial:        response.Partial(sources),
		Simulated:      simulation.executed,
		Measured:       h.measured[ofRaw],
		Disclaimer:     disclaimer,
	}, nil
}

// request reads the body of /tx/raw.
func request(b *gen.TxguardRawRequest) (engine.Request, error) {
	var r engine.Request
	var err error
	if r.Network, err = network(b.Network); err != nil {
		return r, err
	}

	if r.To, err = optionalAddress("to", b.To); err != nil {
		return r, err
	}
	if r.From, err = optionalAddress("from", b.From); err != nil {
		return r, err
	}

	if r.Data, err = calldata(b.Data); err != nil {
		return r, err
	}
	if r.To == nil && len(r.Data) == 0 {
		return r, problem.Missing("to")
	}
	if r.Value, err = wei(b.Value); err != nil {
		return r, err
	}

	for _, p := range b.Payees {
		payee, err := param.Address("payees", p)
		if err != nil {
			return r, err
		}
		r.Payees = append(r.Payees, payee)
	}

	for _, a := range b.Authorizations {
		delegate, err := param.Address("authorizations", a.Address)
		if err != nil {
			return r, err
		}
		auth := engine.Authorization{Address: delegate}
		if a.ChainID != nil {
			auth.ChainID = big.NewInt(*a.ChainID)
		}
		r.Authorizations = append(r.Authorizations, auth)
	}

	return r, nil
}

// optionalAddress reads an address that may be absent.
func optionalAddress(field string, text *string) (*common.Address, error) {
	if text == nil {
		return nil, nil
	}
	a, err := param.Address(field, *text)
	if err != nil {
		return nil, err
	}
	return &a, nil
}

// Bounds of what an answer shows; all of it is judged.
const (
	maxActions = 200
	maxReasons = 100
)

func (h *Handlers) nameOf(n engine.Network, a *common.Address) *string {
	if a == nil {
		return nil
	}
	if k, ok := h.engine.Known(n.Name, *a); ok {
		return &k.Name
	}
	return nil
}

func (h *Handlers) actions(s *engine.Subject, f engine.Facts) []gen.TxguardAction {
	out := make([]gen.TxguardAction, 0, min(len(s.Actions), maxActions))
	for i := range min(len(s.Actions), maxActions) {
		a := &s.Actions[i]
		row := gen.TxguardAction{
			Path:         a.Path,
			Kind:         gen.TxguardActionKind(a.Kind),
			Standard:     response.OrNull(a.Standard),
			Function:     response.OrNull(a.Function),
			Selector:     response.OrNull(a.Selector),
			Contract:     hexOf(a.Contract),
			ContractName: h.nameOf(s.Network, a.Contract),
			Token:        hexOf(a.Token),
			Owner:        hexOf(a.Owner),
			Spender:      hexOf(a.Spender),
			SpenderName:  h.nameOf(s.Network, a.Spender),
			Recipient:    hexOf(a.Recipient),
			AmountRaw:    digits(a.Amount),
			TokenID:      digits(a.TokenID),
			Unlimited:    a.Unlimited,
			Approved:     a.Approved,
			Deadline:     digits(a.Deadline),
			ValueWei:     digits(a.Value),
		}
		if a.Token != nil {
			if t, ok := f.Tokens[*a.Token]; ok {
				row.TokenSymbol = response.OrNull(t.Symbol)
				if a.Amount != nil && a.TokenID == nil {
					row.Amount = new(engine.Decimal(a.Amount, t.Decimals))
				}
			}
		}
		if a.Kind == engine.NativeTransfer && a.Amount != nil {
			row.TokenSymbol, row.Amount = &s.Network.NativeSymbol, new(engine.Decimal(a.Amount, 18))
		}
		out = append(out, row)
	}

	return out
}

func reasons(j engine.Judgement) []shared.Reason {
	out := make([]shared.Reason, 0, min(len(j.Reasons), maxReasons))
	for _, r := range j.Reasons[:min(len(j.Reasons), maxReasons)] {
		detail := r.Message
		if strings.Contains(r.Path, ".") { // a part of the whole, which needs no name
			detail = r.Path + ": " + detail
		}
		out = append(out, shared.Reason{
			Code:     r.Code,
			Severity: r.Severity,
			Points:   r.Adds,
			Detail:   detail,
		})
	}
	return out
}

func hexOf(a *common.Address) *string {
	if a == nil {
		return nil
	}
	return new(a.Hex())
}

func digits(n *big.Int) *string {
	if n == nil {
		return nil
	}
	return new(n.String())
}
