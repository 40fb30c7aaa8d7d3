package depin

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/depin"
	"github.com/farebox/farebox/internal/chosen"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/dimo"
	"github.com/farebox/farebox/internal/upstream/scalar"
	"github.com/farebox/farebox/internal/upstream/weatherxm"
)

// DepinHotspot answers GET /depin/hotspot.
func (h *Handlers) DepinHotspot(
	ctx context.Context, req gen.DepinHotspotRequestObject,
) (gen.DepinHotspotResponseObject, error) {
	key := strings.TrimSpace(req.Params.Key)
	answer := gen.DepinHotspot{
		Network:     string(req.Params.Network),
		Key:         key,
		Found:       true,
		Subnetworks: []string{},
	}

	var err error
	switch answer.Network {
	case helium:
		err = h.hotspot(ctx, key, &answer)
	case dimoNet:
		err = h.vehicle(ctx, key, &answer)
	case geodnetID:
		err = h.reference(ctx, key, &answer)
	default:
		err = h.weatherStation(ctx, key, &answer)
	}
	if errors.Is(err, upstream.NotFound) {
		return nil, problem.NotFound("key", "%s has no device with this key", answer.Network)
	}
	if err != nil {
		return nil, err
	}

	answer.AsOf = response.AsOf(answer.Sources)
	answer.Partial = response.Partial(answer.Sources)
	answer.CheckedAt = h.checkedAt()
	return gen.DepinHotspot200JSONResponse(answer), nil
}

func (h *Handlers) vehicle(ctx context.Context, key string, answer *gen.DepinHotspot) error {
	id, err := strconv.ParseInt(key, 10, 32)
	if err != nil || id <= 0 {
		return problem.Invalid("key", "key must be the token id of a DIMO vehicle, such as 190090")
	}
	asked, reads := upstream.WithReads(ctx)
	v, err := h.dimo.Vehicle(asked, int(id))
	if err != nil {
		return err
	}

	answer.Key = strconv.FormatInt(id, 10)
	answer.Owner = response.OrNull(v.Owner)
	answer.CreatedAt = response.Moment(v.MintedAt)
	answer.DeviceType = new("vehicle")
	answer.ActiveNote = new("DIMO does not publish whether a vehicle is connected.")
	answer.Vehicle, answer.Name = definition(v)
	if v.Earnings != nil {
		answer.Earned = earned("DIMO", v.Earnings.Tokens)
	}
	answer.Sources = []gen.Source{response.Read(dimo.Provider.Name, reads, nil)}
	return nil
}

// definition is what a vehicle is, and that in words.
func definition(v *dimo.Vehicle) (vehicle *gen.DepinVehicle, name *string) {
	d := v.Definition
	if d == nil {
		return nil, nil
	}
	words := strings.TrimSpace(d.Make + " " + d.Model)
	if d.Year > 0 {
		words = strings.TrimSpace(words + " " + strconv.Itoa(d.Year))
	}
	return &gen.DepinVehicle{
		Make:  response.OrNull(d.Make),
		Model: response.OrNull(d.Model),
		Year:  response.OrNull(d.Year),
	}, response.OrNull(words)
}

// earned is an amount of tokens, nil if it is not a number.
func earned(symbol string, told scalar.Text) *gen.DepinEarned {
	n, err := decimal.NewFromString(string(told))
	if err != nil || n.IsNegative() {
		return nil
	}
	return &gen.DepinEarned{Symbol: symbol, Amount: response.Number(n)}
}

// weatherKey is how a station of WeatherXM is named beyond doubt.
func weatherKey(cell, id string) string { return cell + "/" + id }

// stationParts are what two requests say about a station.
type stationParts struct {
	devices []weatherxm.Device
	total   scalar.Text
}

func (h *Handlers) weatherStation(ctx context.Context, key string, answer *gen.DepinHotspot) error {
	cell, id, whole := strings.Cut(key, "/")
	if whole {
		if _, ok := h3Cell(cell); !ok || id == "" {
			return problem.Invalid("key",
				"key must be a station's name, or its cell and id, such as "+
					"872aaa945ffffff/cc45d4c0-bf54-11ed-95eb-b351f0b0cc44")
		}
	} else {
		found, err := h.named(ctx, key)
		if err != nil {
			return err
		}
		cell = found.Cell
		id = found.ID
	}

	var got stationParts
	fused := upstream.FuseInto(ctx, &got,
		upstream.Part(weatherxm.Provider.Name, 0, func(ctx context.Context) ([]weatherxm.Device, error) {
			return h.weatherxm.Devices(ctx, strings.ToLower(cell))
		}, func(a *stationParts, v []weatherxm.Device) {
			a.devices = v
		}),
		upstream.Part(weatherxm.Provider.Name+":rewards", 0, func(ctx context.Context) (scalar.Text, error) {
			return h.weatherxm.Earned(ctx, id)
		}, func(a *stationParts, v scalar.Text) {
			a.total = v
		}),
	)
	if err := fused.Failure(weatherxm.Provider.Name); err != nil {
		return err
	}
	for i := range got.devices {
		if d := &got.devices[i]; strings.EqualFold(d.ID, id) {
			tellStation(answer, d)
			answer.Earned = earned("WXM", got.total)
			answer.Sources = response.Sources(fused)
			return nil
		}
	}
	return upstream.NotFound.Errorf("no such station in the cell")
}

// named is the one station with a name. Several are refused with their keys, none is not found.
func (h *Handlers) named(ctx context.Context, name string) (*weatherxm.Match, error) {
	list, err := h.weatherxm.Named(ctx, name)
	if err != nil {
		return nil, err
	}
	same := each.Where(list, func(m weatherxm.Match) bool {
		return strings.EqualFold(m.Name, name) && m.Cell != "" && m.ID != ""
	})
	switch len(same) {
	case 0:
		return nil, upstream.NotFound.Errorf("no station of this name")
	case 1:
		return &same[0], nil
	}

	return nil, chosen.Several("key", "station", response.Each(same, func(m weatherxm.Match) string {
		return weatherKey(m.Cell, m.ID)
	}))
}

func tellStation(answer *gen.DepinHotspot, d *weatherxm.Device) {
	answer.Name = response.OrNull(d.Name)
	if d.Bundle != nil {
		answer.DeviceType = response.OrNull(d.Bundle.Title)
	}

	answer.Active = d.Active
	if d.Active == nil {
		answer.ActiveNote = new("WeatherXM did not say whether it is active.")
	}

	answer.LastSeenAt = response.Moment(d.LastSeen)
	answer.Location = &gen.DepinLocation{
		Lat:       d.Center.Lat,
		Lon:       d.Center.Lon,
		Precision: gen.Cell,
		H3Cell:    response.OrNull(d.Cell),
		Street:    response.OrNull(d.Place),
	}
}
