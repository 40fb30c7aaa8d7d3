package screen

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"

	gen "github.com/farebox/farebox/gen/screen"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/party/sanctions"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
)

// ScreenAddress answers GET /screen/address: the listed parties that a crypto address belongs to.
//
// Nearly all listed addresses are OFAC's, so without that list there is no answer. Where another is missing, that none
// has the address is not known.
func (h *Handlers) ScreenAddress(_ context.Context, req gen.ScreenAddressRequestObject) (gen.ScreenAddressResponseObject, error) {
	query := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.C, r) {
			return -1
		}
		return r
	}, req.Params.Address)
	if query == "" {
		return nil, problem.Invalid("address", "address must hold an address")
	}

	address, parsing := sanctions.ParseAddress(query)
	if err := h.lists.Missing("ofac"); err != nil {
		if parsing != nil {
			return nil, badAddress(parsing)
		}
		return nil, err
	}

	chain := symbolOf(response.OrZero(req.Params.Chain))
	all := h.lists.Status()
	key := address.Key
	if parsing != nil {
		key = query
		address.Family = "unknown"
	}

	matches := []gen.ScreenAddressMatch{}
	for _, s := range all {
		if s.List == nil {
			continue
		}
		for _, m := range s.List.Wallet(key) {
			matches = append(matches, addressMatch(m, chain))
		}
	}
	// A list may print an address that breaks its own form; only what no list has is refused for it.
	if parsing != nil && len(matches) == 0 {
		return nil, badAddress(parsing)
	}

	asked, partial := sources(all)
	var listed *bool
	if len(matches) > 0 || !partial {
		listed = new(len(matches) > 0)
	}
	return gen.ScreenAddress200JSONResponse(gen.ScreenAddress{
		Listed:        listed,
		Query:         req.Params.Address,
		Chain:         response.OrNull(chain),
		AddressFamily: address.Family,
		MatchCount:    len(matches),
		Matches:       matches,
		Sources:       asked,
		Partial:       partial,
		CheckedAt:     h.now().UTC().Truncate(time.Second),
		Disclaimer:    addressDisclaimer,
	}), nil
}

func badAddress(err error) error {
	if errors.Is(err, sanctions.ErrAddressChecksum) {
		return problem.InvalidCode("address", problem.CodeBadChecksum,
			"address is not a crypto address: its checksum is wrong, "+
				"so a letter is missing, changed or in the wrong case")
	}
	return problem.Invalid("address", "address must be a crypto address: 0x and 40 hex digits, "+
		"base58 (Bitcoin, Tron, XRP, Monero, Solana ...) in its exact case, or bech32 (bc1, ltc1, bnb1 ...)")
}

// symbolOf is the symbol that the input chain gives, in capitals, or that of the coin of the EVM chain that it names; ""
// for a chain whose coin is not known.
func symbolOf(chain string) string {
	if !strings.Contains(chain, ":") {
		return strings.ToUpper(chain)
	}
	for _, n := range evm.Networks() {
		if n.CAIP2 == chain {
			return n.NativeSymbol
		}
	}
	return ""
}

// addressMatch is a row; chain is the symbol that was asked for, in capitals, or empty.
func addressMatch(m sanctions.WalletMatch, chain string) gen.ScreenAddressMatch {
	p := m.Party
	row := gen.ScreenAddressMatch{
		List:           m.List.ID,
		Ref:            p.Ref,
		Name:           p.Names[0].Text,
		Type:           gen.ScreenPartyType(p.Type),
		Programs:       response.Items(p.Programs),
		Country:        response.OrNull(p.Country),
		MatchedAddress: m.Address,
		Currencies:     response.Items(m.Currencies),
		MatchType:      gen.ScreenAddressMatchMatchTypeExact,
	}
	if len(m.Currencies) == 0 {
		row.MatchType = gen.ScreenAddressMatchMatchTypeTextMention
		return row
	}

	row.Currency = &m.Currencies[0]
	if chain == "" {
		return row
	}

	at := slices.IndexFunc(m.Currencies, func(c string) bool { return sanctions.SameCurrency(c, chain) })
	if at < 0 {
		row.MatchType = gen.ScreenAddressMatchMatchTypeSameAddressOtherAsset
		return row
	}

	row.Currency = &m.Currencies[at]
	return row
}
