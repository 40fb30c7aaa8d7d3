package depin

import (
	"context"

	gen "github.com/farebox/farebox/gen/depin"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/dimo"
	"github.com/farebox/farebox/internal/upstream/geodnet"
	"github.com/farebox/farebox/internal/upstream/heliumentity"
	"github.com/farebox/farebox/internal/upstream/weatherxm"
)

// DepinNetwork answers GET /depin/network.
func (h *Handlers) DepinNetwork(
	ctx context.Context, req gen.DepinNetworkRequestObject,
) (gen.DepinNetworkResponseObject, error) {
	id := string(req.Params.Network)
	known := networks[id]
	answer := gen.DepinNetwork{
		Network:         id,
		Subnetworks:     []gen.DepinSubnetwork{},
		Tokens:          known.tokens,
		ProofOfCoverage: known.proof,
		Note:            known.note,
		CheckedAt:       h.checkedAt(),
	}

	asked, reads := upstream.WithReads(ctx)
	source, err := h.count(asked, id, &answer)
	if err != nil {
		return nil, err
	}
	answer.Sources = []gen.Source{response.Read(source, reads, nil)}
	answer.AsOf = response.AsOf(answer.Sources)
	return gen.DepinNetwork200JSONResponse(answer), nil
}

// count puts in how large a network is, and gives the name of the source.
func (h *Handlers) count(ctx context.Context, id string, answer *gen.DepinNetwork) (source string, err error) {
	switch id {
	case helium:
		iot, mobile, err := h.helium.Counts(ctx)
		answer.Subnetworks = []gen.DepinSubnetwork{
			{Name: "iot", DeviceCount: &iot},
			{Name: "mobile", DeviceCount: &mobile},
		}
		return heliumentity.Provider.Name, err
	case dimoNet:
		count, err := h.dimo.Count(ctx)
		answer.DeviceCount = &count
		return dimo.Provider.Name, err
	case geodnetID:
		list, err := h.geodnet.Stations(ctx)
		answer.DeviceCount = new(len(list))
		return geodnet.Provider.Name, err
	}

	grid, err := h.weatherxm.Cells(ctx)
	devices := 0
	active := 0
	for i := range grid.Cells {
		devices += grid.Cells[i].Devices
		active += grid.Cells[i].Active
	}
	answer.DeviceCount = &devices
	answer.ActiveCount = &active
	answer.CellCount = new(len(grid.Cells))
	answer.Partial = grid.Odd > 0
	answer.Note += leftOut(grid)
	return weatherxm.Provider.Name, err
}
