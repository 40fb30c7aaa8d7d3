package farcaster

import (
	"context"
	"errors"
	"strings"

	gen "github.com/farebox/farebox/gen/farcaster"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/farcaster"
)

// FarcasterVerifications answers GET /farcaster/verifications. Addresses come from the account; when they were verified
// comes from the node's messages, or from the app.
func (h *Handlers) FarcasterVerifications(
	ctx context.Context, req gen.FarcasterVerificationsRequestObject,
) (gen.FarcasterVerificationsResponseObject, error) {
	w, err := asked(req.Params.Fid, req.Params.Username)
	if err != nil {
		return nil, err
	}
	a, err := h.find(ctx, w)
	if err != nil && (w.fid == 0 || isProblem(err)) {
		return nil, err
	}
	if err != nil {
		a.fid = w.fid // the messages of an identifier can be read without the account
	}

	t, source := h.messages(ctx, a.fid, partVerifications, partData)
	a.sources = append(a.sources, source)
	a.add(t)
	dated := t.verifications
	if dated == nil {
		list, source, errApp := response.Ask(ctx, farcaster.App.Name+"_verifications",
			func(ctx context.Context) ([]farcaster.Verification, error) { return h.app.Verifications(ctx, a.fid) })
		a.sources = append(a.sources, source)
		if errApp == nil {
			dated = response.Items(list)
		}
	}
	a.verify(dated)
	if a.ethereum == nil {
		if err != nil {
			return nil, err
		}
		return nil, problem.BadGateway(problem.CodeUpstreamFailed, nil, "no source knows the addresses of this account")
	}
	if a.name == "" {
		names, source, _ := response.Ask(ctx, farcaster.Snapchain.Name+"_names",
			func(ctx context.Context) ([]string, error) { return h.raw.Names(ctx, a.fid) })
		a.sources = append(a.sources, source)
		if len(names) > 0 {
			a.name = names[0]
		}
	}
	return verificationsAnswer(a, dated, t.data != nil || a.bySource == farcaster.Neynar.Name), nil
}

// isProblem is whether an error is an answer already, such as that there is no account.
func isProblem(err error) bool {
	var p *problem.Problem
	return errors.As(err, &p)
}

func verificationsAnswer(
	a account, dated []farcaster.Verification, primaryKnown bool,
) gen.FarcasterVerifications200JSONResponse {
	answer := gen.FarcasterVerifications200JSONResponse{
		Fid:            int(a.fid),
		Username:       response.OrNull(a.name),
		CustodyAddress: response.OrNull(a.custody),
		Verifications:  []gen.FarcasterVerification{},
		Ethereum:       response.Items(a.ethereum),
		Solana:         response.Items(a.solana),
		Sources:        a.sources,
		Partial:        response.Partial(a.sources),
		Attribution:    attribution,
	}

	add := func(protocol gen.FarcasterVerificationProtocol, addresses []string, primary *string) {
		for _, address := range addresses {
			v := gen.FarcasterVerification{Address: address, Protocol: protocol}
			for _, d := range dated {
				if strings.EqualFold(d.Address, address) {
					v.VerifiedAt = response.Moment(&d.At)
				}
			}
			if primaryKnown {
				v.IsPrimary = new(primary != nil && strings.EqualFold(*primary, address))
			}
			answer.Verifications = append(answer.Verifications, v)
		}
	}

	add(gen.Ethereum, a.ethereum, a.primary.Ethereum)
	add(gen.Solana, a.solana, a.primary.Solana)
	answer.Count = len(answer.Verifications)
	return answer
}
