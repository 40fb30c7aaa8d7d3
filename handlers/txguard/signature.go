package txguard

import (
	"context"
	"errors"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	gen "github.com/farebox/farebox/gen/txguard"
	engine "github.com/farebox/farebox/handlers/txguard/guard"
	"github.com/farebox/farebox/internal/chain/eip712"
	"github.com/farebox/farebox/internal/chain/param"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
)

// TxSignature answers POST /tx/signature: what typed data, or a message, would allow once it is signed.
func (h *Handlers) TxSignature(
	ctx context.Context, req gen.TxSignatureRequestObject,
) (gen.TxSignatureResponseObject, error) {
	n, err := network(req.Body.Network)
	if err != nil {
		return nil, err
	}
	in, err := h.signing(n, req.Body)
	if err != nil {
		return nil, err
	}

	if contract := in.subject.Unread(); contract != nil {
		if read := h.verified(ctx, n, []common.Address{*contract}).abis[*contract]; read != nil {
			in.subject.Read(read)
		}
	}
	run := h.executeRuns(ctx, in.subject)
	g := h.gather(ctx, in.subject, h.engine.Unknown(in.subject))
	if in.subject.Calls > 0 || len(in.subject.Runs()) > 0 {
		g.simulation = &run
	}
	j := h.engine.Judge(in.subject, g.facts, h.now())
	if err := g.enough(j); err != nil {
		return nil, err
	}

	answer := h.signatureAnswer(in, &g, j)
	answer.Effects = h.effects(in.subject, g.facts, run)
	return answer, nil
}

// signing is what is to be signed: typed data or a message without types.
type signing struct {
	network engine.Network
	subject *engine.Subject
	typed   *engine.Typed // nil for a message
	digest  common.Hash
}

// signing reads what is to be signed.
func (h *Handlers) signing(n engine.Network, body *gen.TxguardSignatureRequest) (*signing, error) {
	var signer *common.Address
	if body.Signer != nil {
		a, err := param.Address("signer", *body.Signer)
		if err != nil {
			return nil, err
		}
		signer = &a
	}
	origin := ""
	if body.Origin != nil {
		origin = *body.Origin
	}

	switch {
	case body.Message != nil && body.TypedData != nil:
		return nil, problem.Invalid("message", "give either typed_data or message, not both")
	case body.Message != nil:
		method := ""
		if body.Method != nil {
			method = string(*body.Method)
		}
		plain := engine.ParsePlain(*body.Message, method)
		plain.Signer = signer
		plain.Origin = origin
		return &signing{network: n, subject: h.engine.Message(n, plain), digest: plain.Digest()}, nil
	case body.TypedData == nil:
		return nil, problem.Missing("typed_data")
	}

	typed, err := parseTyped(*body.TypedData)
	if err != nil {
		return nil, err
	}
	typed.Signer = signer
	typed.Origin = origin
	return &signing{network: n, subject: h.engine.Signature(n, typed), typed: typed, digest: typed.Digest}, nil
}

// parseTyped turns what is wrong with typed data into a problem that names the member.
func parseTyped(raw []byte) (*engine.Typed, error) {
	typed, err := engine.ParseTyped(raw)
	var input *eip712.Error
	switch {
	case errors.As(err, &input):
		field := strings.TrimSuffix("typed_data."+input.Path, ".")
		return nil, problem.Invalid(field, "%s: %s", field, input.Reason)
	case err != nil:
		return nil, problem.Invalid("typed_data", "typed_data cannot be hashed")
	}
	return typed, nil
}

func (h *Handlers) signatureAnswer(in *signing, g *gathered, j engine.Judgement) gen.TxSignature200JSONResponse {
	sources := g.sources()
	answer := gen.TxSignature200JSONResponse{
		Verdict:        gen.TxguardSignatureVerdict(j.Verdict),
		RiskScore:      j.Risk,
		Network:        in.network.Name,
		Chain:          in.network.CAIP2,
		Kind:           in.subject.Kind,
		Digest:         in.digest.Hex(),
		Actions:        h.actions(in.subject, g.facts),
		ActionsOmitted: max(0, len(in.subject.Actions)-maxActions),
		Reasons:        reasons(j),
		ReasonsOmitted: max(0, len(j.Reasons)-maxReasons),
		CallsDecoded:   in.subject.Calls,
		AddressesRead:  g.read,
		Coverage:       g.coverage(),
		Sources:        sources,
		Partial:        response.Partial(sources),
		Simulated:      g.simulation != nil && g.simulation.executed,
		Measured:       h.measured[ofSignature],
		Disclaimer:     disclaimer,
	}
	if in.typed == nil {
		return answer
	}

	d := in.typed.Domain
	answer.PrimaryType = &in.typed.Data.PrimaryType
	answer.TypeHash = new(in.typed.TypeHash.Hex())
	answer.DomainSeparator = new(in.typed.Separator.Hex())

	answer.Domain = &gen.TxguardDomain{
		Name:                  d.Name,
		Version:               d.Version,
		ChainID:               digits(d.ChainID),
		VerifyingContract:     hexOf(d.VerifyingContract),
		VerifyingContractName: h.nameOf(in.network, d.VerifyingContract),
	}

	return answer
}
