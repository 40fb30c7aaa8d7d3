package depin

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/depin"
	"github.com/farebox/farebox/internal/chain/base58"
	"github.com/farebox/farebox/internal/chain/param"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/dimo"
	"github.com/farebox/farebox/internal/upstream/heliumentity"
	"github.com/farebox/farebox/internal/upstream/weatherxm"
)

// maxDevices is how many devices of a wallet an answer lists.
const maxDevices = 100

// DepinWallet answers GET /depin/wallet.
func (h *Handlers) DepinWallet(
	ctx context.Context, req gen.DepinWalletRequestObject,
) (gen.DepinWalletResponseObject, error) {
	answer := gen.DepinWallet{
		Network:  string(req.Params.Network),
		Devices:  []gen.DepinWalletDevice{},
		Balances: []gen.DepinBalance{},
	}
	wallet, err := readWallet(answer.Network, strings.TrimSpace(req.Params.Wallet))
	if err != nil {
		return nil, err
	}
	answer.Wallet = wallet

	switch answer.Network {
	case helium:
		err = h.heliumWallet(ctx, &answer)
	case dimoNet:
		err = h.dimoWallet(ctx, &answer)
	default:
		err = h.weatherWallet(ctx, &answer)
	}
	if err != nil {
		return nil, err
	}

	answer.Count = len(answer.Devices)
	answer.Truncated = answer.DeviceCount != nil && *answer.DeviceCount > answer.Count
	answer.AsOf = response.AsOf(answer.Sources)
	answer.Partial = response.Partial(answer.Sources)
	answer.CheckedAt = h.checkedAt()
	return gen.DepinWallet200JSONResponse(answer), nil
}

func readWallet(network, text string) (string, error) {
	if network == helium {
		if !base58.SolanaKey(text) {
			return "", problem.Invalid("wallet", "wallet must be an address of Solana for helium: 32 bytes in base58")
		}
		return text, nil
	}
	address, err := param.Address("wallet", text)
	if err != nil {
		return "", err
	}
	return address.Hex(), nil
}

func (h *Handlers) heliumWallet(ctx context.Context, answer *gen.DepinWallet) error {
	asked, reads := upstream.WithReads(ctx)
	held, err := h.helium.Wallet(asked, answer.Wallet)
	if err != nil {
		return err
	}

	answer.DeviceCount = &held.Count
	for i := range held.Hotspots[:min(len(held.Hotspots), maxDevices)] {
		answer.Devices = append(answer.Devices, heldHotspot(&held.Hotspots[i]))
	}
	for _, b := range held.Balances {
		row := gen.DepinBalance{Mint: b.Mint, AmountRaw: string(b.Amount)}
		if token := networks[helium].tokenOf(b.Mint); token != nil && token.Decimals != nil {
			value, ok := amount(string(b.Amount), *token.Decimals)
			if !ok {
				return upstream.BadResponse.Errorf("%s: a balance that is not a number", heliumentity.Provider.Name)
			}
			row.Symbol = &token.Symbol
			row.Amount = response.NumberOrNull(&value)
		}
		answer.Balances = append(answer.Balances, row)
	}
	answer.Note = new("Rewards that were not claimed yet are in no balance.")
	answer.Sources = []gen.Source{response.Read(heliumentity.Provider.Name, reads, nil)}
	return nil
}

func heldHotspot(spot *heliumentity.Hotspot) gen.DepinWalletDevice {
	device := gen.DepinWalletDevice{
		Key:         spot.EntityKey,
		Name:        response.OrNull(spot.Name),
		Subnetworks: []string{},
	}
	for _, s := range on(spot) {
		device.Subnetworks = append(device.Subnetworks, s.name)
		device.City = cmp.Or(device.City, response.OrNull(s.info.City))
		device.Country = cmp.Or(device.Country, countryCode(s.info.Country))
	}
	return device
}

func (h *Handlers) dimoWallet(ctx context.Context, answer *gen.DepinWallet) error {
	asked, reads := upstream.WithReads(ctx)
	held, err := h.dimo.Holding(asked, answer.Wallet)
	if err != nil {
		return err
	}

	answer.DeviceCount = &held.Vehicles.Total
	for i := range held.Vehicles.Nodes[:min(len(held.Vehicles.Nodes), maxDevices)] {
		v := &held.Vehicles.Nodes[i]
		if v.Owner != "" && !strings.EqualFold(v.Owner, answer.Wallet) {
			return upstream.BadResponse.Errorf("%s: vehicles of somebody else", dimo.Provider.Name)
		}
		_, name := definition(v)
		answer.Devices = append(answer.Devices, gen.DepinWalletDevice{
			Key:         strconv.Itoa(v.TokenID),
			Name:        name,
			Subnetworks: []string{},
		})
	}
	if held.Rewards != nil {
		if e := earned("DIMO", held.Rewards.Tokens); e != nil {
			answer.Rewards = &gen.DepinWalletRewards{Symbol: e.Symbol, EarnedAmount: e.Amount}
		}
	}
	answer.Sources = []gen.Source{response.Read(dimo.Provider.Name, reads, nil)}
	return nil
}

func (h *Handlers) weatherWallet(ctx context.Context, answer *gen.DepinWallet) error {
	asked, reads := upstream.WithReads(ctx)
	told, err := h.weatherxm.Wallet(asked, answer.Wallet)
	if err != nil && !errors.Is(err, upstream.NotFound) {
		return err
	}
	answer.Sources = []gen.Source{response.Read(weatherxm.Provider.Name, reads, err)}
	answer.Note = new("WeatherXM does not publish which stations a wallet owns.")
	if err != nil {
		answer.Note = new("WeatherXM has no rewards of this wallet, and does not publish which stations one owns.")
		return nil
	}

	decimals := *networks[wxm].tokens[0].Decimals
	sum, ok := amount(string(told.Earned), decimals)
	if !ok {
		return upstream.BadResponse.Errorf("%s: rewards without a sum", weatherxm.Provider.Name)
	}
	tokens := func(raw string) *decimal.Decimal {
		if v, ok := amount(raw, decimals); ok {
			return &v
		}
		return nil
	}
	answer.Rewards = &gen.DepinWalletRewards{
		Symbol:          "WXM",
		EarnedAmount:    response.Number(sum),
		ClaimedAmount:   response.NumberOrNull(tokens(string(told.Claimed))),
		UnclaimedAmount: response.NumberOrNull(tokens(string(told.Available))),
	}
	return nil
}
