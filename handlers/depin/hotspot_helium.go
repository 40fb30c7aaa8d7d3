package depin

import (
	"cmp"
	"context"
	"errors"
	"math"

	gen "github.com/farebox/farebox/gen/depin"
	"github.com/farebox/farebox/internal/chain/base58"
	"github.com/farebox/farebox/internal/place/country"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/heliumentity"
	"github.com/farebox/farebox/internal/upstream/relay"
)

// hotspot describes a Helium hotspot. Owner and maker are asked of Relay, by the asset that the first source names.
func (h *Handlers) hotspot(ctx context.Context, key string, answer *gen.DepinHotspot) error {
	asked, reads := upstream.WithReads(ctx)
	spot, err := h.heliumHotspot(asked, key)
	if err != nil {
		return err
	}
	tellHotspot(answer, spot)

	answer.Sources = []gen.Source{response.Read(heliumentity.Provider.Name, reads, nil)}
	asked, reads = upstream.WithReads(ctx)
	known, err := h.relay.Hotspot(asked, spot.AssetID)
	if err == nil {
		answer.Owner = response.OrNull(known.Owner)
		if known.Maker != nil {
			answer.Maker = response.OrNull(known.Maker.Name)
		}
	}
	answer.Sources = append(answer.Sources, response.Read(relay.Provider.Name, reads, err))
	return nil
}

// heliumHotspot finds a hotspot by any of its keys. Entity keys have a checksum, the two others are keys of Solana.
func (h *Handlers) heliumHotspot(ctx context.Context, key string) (*heliumentity.Hotspot, error) {
	if !base58.SolanaKey(key) {
		if _, ok := base58.DecodeChecked(key, base58.Bitcoin); !ok {
			return nil, problem.Invalid("key", "key must be the entity key of a Helium hotspot with a valid checksum, "+
				"its asset id or its key_to_asset key, all in base58")
		}
		return h.helium.ByEntityKey(ctx, key)
	}

	spot, err := h.helium.ByAssetKey(ctx, key)
	if !errors.Is(err, upstream.NotFound) {
		return spot, err
	}
	known, relayErr := h.relay.Hotspot(ctx, key)
	switch {
	case errors.Is(relayErr, upstream.NotConfigured):
		return nil, problem.NotFound("key",
			"no Helium hotspot has this key_to_asset key; "+
				"asset ids are not looked up without the operator's RELAY_API_KEY")
	case relayErr != nil:
		return nil, relayErr
	case known.EntityKey == "":
		return nil, upstream.NotFound.Errorf("a hotspot without an entity key")
	}
	return h.helium.ByEntityKey(ctx, known.EntityKey)
}

// subnetwork is a sub-network that a hotspot is on.
type subnetwork struct {
	name string
	info *heliumentity.Info
}

// on lists the sub-networks that a hotspot is on. Those that it is not on are listed by the source without an asset.
func on(spot *heliumentity.Hotspot) (list []subnetwork) {
	for _, s := range []subnetwork{{"iot", &spot.Subnetwork.IoT}, {"mobile", &spot.Subnetwork.Mobile}} {
		if s.info.Asset != "" {
			list = append(list, s)
		}
	}
	return list
}

func tellHotspot(answer *gen.DepinHotspot, spot *heliumentity.Hotspot) {
	answer.Name = response.OrNull(spot.Name)
	answer.AssetID = response.OrNull(spot.AssetID)
	answer.EntityKey = response.OrNull(spot.EntityKey)
	answer.KeyToAssetKey = response.OrNull(spot.AssetKey)
	answer.ActiveNote = new("Helium publishes no state of its hotspots: its is_active is false for all.")

	for _, s := range on(spot) {
		answer.Subnetworks = append(answer.Subnetworks, s.name)
		if answer.Location == nil {
			answer.Location = placeOf(s)
		}
		answer.DeviceType = cmp.Or(answer.DeviceType, response.OrNull(string(s.info.DeviceType)))
		if at := s.info.CreatedAt; at != nil && (answer.CreatedAt == nil || at.Before(*answer.CreatedAt)) {
			answer.CreatedAt = new(at.UTC())
		}
		if metres, ok := s.info.Elevation.Number(); ok && s.name == "iot" {
			answer.ElevationM = &metres
		}
		if tenths, ok := s.info.Gain.Number(); ok && s.name == "iot" {
			answer.GainDbi = new(tenths / 10)
		}
	}
}

// nullIsland is how near to 0, 0 a position does not count, in degrees: many hotspots without a place are there, in the
// sea.
const nullIsland = 0.02

// position is whether there is a position that can be true.
func position(lat, lon *float64) bool {
	return lat != nil && lon != nil && math.Abs(*lat) <= 90 && math.Abs(*lon) <= 180 &&
		(math.Abs(*lat) > nullIsland || math.Abs(*lon) > nullIsland)
}

func placeOf(s subnetwork) *gen.DepinLocation {
	if !position(s.info.Lat, s.info.Lon) {
		return nil
	}
	place := gen.DepinLocation{
		Lat:         *s.info.Lat,
		Lon:         *s.info.Lon,
		Precision:   gen.H3Res8,
		Subnetwork:  &s.name,
		H3Cell:      response.OrNull(s.info.Location),
		Street:      response.OrNull(s.info.Street),
		City:        response.OrNull(s.info.City),
		State:       response.OrNull(s.info.State),
		Country:     countryCode(s.info.Country),
		CountryName: response.OrNull(s.info.Country),
	}
	return &place
}

// countryCode is the code of a country's name, nil for one that is not known or that several have.
func countryCode(name string) *string {
	found, ok, err := country.Find(name)
	if err != nil || !ok {
		return nil
	}
	return &found.Alpha2
}
