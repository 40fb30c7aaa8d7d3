package nonprofit

import (
	"context"

	gen "github.com/farebox/farebox/gen/nonprofit"
	"github.com/farebox/farebox/internal/response"
)

// NonprofitStatus answers GET /nonprofit/status from the three lists alone.
func (h *Handlers) NonprofitStatus(
	ctx context.Context, req gen.NonprofitStatusRequestObject,
) (gen.NonprofitStatusResponseObject, error) {
	ein, err := readEIN(req.Params.Ein)
	if err != nil {
		return nil, err
	}
	f := h.gather(ctx, ein)
	if err := f.err(); err != nil {
		return nil, err
	}

	answer := gen.NonprofitStatus{
		Ein:            written(ein),
		Found:          f.foundOnAny(),
		Name:           f.name(),
		Status:         f.state(),
		Subsection:     f.subsection(),
		Deductible:     f.deductible(),
		MasterFile:     masterFile(f.master),
		Pub78:          gen.NonprofitPub78{Listed: f.isListed()},
		GroupExemption: f.group(),
		Revocation:     f.revocation(),
		Notes:          f.notes(),
		Sources:        h.sources(f),
		CheckedAt:      h.checkedAt(),
		Disclaimer:     disclaimer,
	}
	answer.Pub78.Codes, answer.DeductibilityCodes = f.codes()
	answer.Partial = response.Partial(answer.Sources)
	answer.AsOf = response.AsOf(answer.Sources)
	return gen.NonprofitStatus200JSONResponse(answer), nil
}

// codes are those of Publication 78, with their meanings and without; nil when it is not loaded.
func (f *facts) codes() ([]gen.NonprofitDeductibility, []string) {
	switch {
	case f.listed != nil:
		return listed(f.listed.Codes)
	case absent(f.listedErr):
		return listed("")
	}
	return nil, nil
}
