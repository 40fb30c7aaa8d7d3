package match

import (
	"context"

	gen "github.com/farebox/farebox/gen/match"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/response"
)

// MatchKey answers GET /match/key: keys to group and join texts by.
func (h *Handlers) MatchKey(_ context.Context, req gen.MatchKeyRequestObject) (gen.MatchKeyResponseObject, error) {
	p := req.Params
	kind, guessed, err := h.kindOf(p.Type, p.Value)
	if err != nil {
		return nil, err
	}

	f, err := h.prepare(kind, "value", p.Value, p.Country)
	if err != nil {
		return nil, err
	}

	k := h.engine.Keys(f)
	return gen.MatchKey200JSONResponse{
		Type: gen.MatchType(kind), TypeGuessed: guessed, Value: p.Value, Normalized: f.Text, PrimaryKey: k.Primary, KeyVersion: names.KeyVersion,
		Keys: gen.MatchKeySet{
			Fingerprint:   k.Fingerprint,
			Ngram2:        k.Ngram2,
			Phonetic:      k.Phonetic,
			SoundexFamily: response.OrNull(k.SoundexFamily),
			Compact:       k.Compact,
			Initials:      k.Initials,
		},
	}, nil
}
