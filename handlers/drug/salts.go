package drug

import (
	"context"
	"slices"

	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/rxnorm"
)

// salted are the salts of a drug, with the source that was asked for them.
type salted struct {
	names  []string // nil when nobody could say
	source shared.Source
}

// saltsOf are the salts and esters that RxNorm has of a drug's only ingredient.
func (r resolver) saltsOf(ctx context.Context, id identity) (salted, error) {
	if len(id.ingredients) != 1 {
		return salted{
			names:  []string{},
			source: response.Skipped(sourceSalts, "asked only of drugs with a single ingredient"),
		}, nil
	}

	ctx, reads := upstream.WithReads(ctx)
	names, err := r.preciseIngredients(ctx, id)
	return salted{names, response.Read(sourceSalts, reads, err)}, unlessMissing(err)
}

func (r resolver) preciseIngredients(ctx context.Context, id identity) ([]string, error) {
	rxcui := id.substance
	if rxcui == "" {
		ids, err := r.norm.ByName(ctx, id.ingredients[0])
		if err != nil {
			return nil, err
		}
		rxcui = ids[0]
	}

	related, err := r.norm.Related(ctx, rxcui, rxnorm.PreciseIngredient)
	if err != nil {
		return nil, err
	}
	return response.Items(namesOf(related)), nil
}

// besides are the salts other than those of a product or a label, nil when they are not known.
func (s salted) besides(own ...string) []string {
	if s.names == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.names), func(name string) bool {
		return slices.ContainsFunc(own, func(other string) bool { return anhydrous(name) == anhydrous(other) })
	})
}
