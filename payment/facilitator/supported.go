package facilitator

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/farebox/farebox/payment/x402"
)

// Kind is one payment kind that a facilitator takes.
type Kind struct {
	X402Version int            `json:"x402Version"`
	Scheme      string         `json:"scheme"`
	Network     string         `json:"network"`
	Extra       map[string]any `json:"extra,omitempty"`
}

// Supported is the answer of GET /supported.
type Supported struct {
	Kinds      []Kind              `json:"kinds"`
	Extensions []string            `json:"extensions"`
	Signers    map[string][]string `json:"signers"`
}

// Sponsors are who pays the fees of transactions on a network of Solana (CAIP-2): those that its kinds name, and behind
// them all other signers of its family. It is empty if the facilitator accepts no payments on it. The reference names
// one of several at random each time it is asked.
func (s Supported) Sponsors(network string) []string {
	var named []string
	for _, k := range s.Kinds {
		payer, _ := k.Extra["feePayer"].(string)
		if k.X402Version == 2 && k.Scheme == x402.SchemeExact && k.Network == network && payer != "" {
			named = append(named, payer)
		}
	}
	if named == nil {
		return nil
	}

	family, _, _ := strings.Cut(network, ":")
	named = slices.Concat(named, s.Signers[network], s.Signers[family+":*"])
	var each []string
	for _, payer := range named {
		if !slices.Contains(each, payer) {
			each = append(each, payer)
		}
	}
	return each
}

// With is what two facilitators take together.
func (s Supported) With(other Supported) Supported {
	if len(s.Kinds) == 0 {
		return other
	}
	together := Supported{
		Kinds:      slices.Concat(s.Kinds, other.Kinds),
		Extensions: slices.Concat(s.Extensions, other.Extensions),
		Signers:    map[string][]string{},
	}
	for _, signers := range []map[string][]string{s.Signers, other.Signers} {
		for family, keys := range signers {
			together.Signers[family] = append(together.Signers[family], keys...)
		}
	}
	return together
}

// ByNetwork is a facilitator made of others, one for each network (CAIP-2).
type ByNetwork map[string]Facilitator

var _ Facilitator = ByNetwork{}

// on is the facilitator of a request's network.
func (b ByNetwork) on(r Request) (Facilitator, error) {
	if f := b[r.Requirement.Network]; f != nil {
		return f, nil
	}
	return nil, fmt.Errorf("no facilitator for %.100q", r.Requirement.Network)
}

// Verify is the network's facilitator's.
func (b ByNetwork) Verify(ctx context.Context, r Request) (Verification, error) {
	f, err := b.on(r)
	if err != nil {
		return Verification{}, err
	}
	return f.Verify(ctx, r)
}

// Settle is the network's facilitator's.
func (b ByNetwork) Settle(ctx context.Context, r Request) (Settlement, error) {
	f, err := b.on(r)
	if err != nil {
		return Settlement{}, err
	}
	return f.Settle(ctx, r)
}

// Supported is what all of them take.
func (b ByNetwork) Supported(ctx context.Context) (Supported, error) {
	var together Supported
	var asked []Facilitator
	var errs []error
	for _, network := range slices.Sorted(maps.Keys(b)) {
		f := b[network]
		if slices.Contains(asked, f) {
			continue
		}
		asked = append(asked, f)
		s, err := f.Supported(ctx)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		together = together.With(s)
	}
	return together, errors.Join(errs...)
}
