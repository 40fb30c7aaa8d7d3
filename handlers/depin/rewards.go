package depin

import (
	"context"
	"errors"
	"time"

	gen "github.com/farebox/farebox/gen/depin"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/relay"
	"github.com/farebox/farebox/internal/upstream/weatherxm"
)

// rewardDays is the time that rewards are summed over.
const rewardDays = 30

// statsGoodFor is how old WeatherXM's statistics may be, which are made once a day.
const statsGoodFor = 7 * 24 * time.Hour

// DepinRewards answers GET /depin/rewards.
func (h *Handlers) DepinRewards(
	ctx context.Context, req gen.DepinRewardsRequestObject,
) (gen.DepinRewardsResponseObject, error) {
	id := string(req.Params.Network)
	answer := gen.DepinRewards{
		Network:         id,
		Totals:          map[string]float64{},
		ProofOfCoverage: networks[id].proof,
		CheckedAt:       h.checkedAt(),
		Sources:         []gen.Source{},
	}
	switch {
	case id == helium && req.Params.Subnetwork == nil:
		return nil, problem.InvalidCode("subnetwork", problem.CodeMissingInput,
			"helium needs subnetwork: iot or mobile")
	case id != helium && req.Params.Subnetwork != nil:
		return nil, problem.Invalid("subnetwork", "only helium has sub-networks")
	}

	var err error
	switch id {
	case helium:
		answer.Subnetwork = new(string(*req.Params.Subnetwork))
		err = h.shares(ctx, &answer)
	case wxm:
		err = h.weatherRewards(ctx, &answer)
	default:
		tellRefused(&answer, refused{"not_published", networks[id].noSum})
	}
	if err != nil {
		return nil, err
	}

	if !answer.Available {
		response.Waive(ctx)
	}
	answer.AsOf = response.AsOf(answer.Sources)
	answer.Partial = response.Partial(answer.Sources)
	return gen.DepinRewards200JSONResponse(answer), nil
}

// refused is why there is no answer.
type refused struct{ reason, note string }

// refusedBy tells refusals of Relay for the operator's key from failures; nil for others.
func refusedBy(err error) *refused {
	switch {
	case errors.Is(err, upstream.NotConfigured):
		return &refused{"not_configured", "server key not configured: the operator has not set RELAY_API_KEY"}
	case errors.Is(err, relay.ErrPlan):
		return &refused{"plan", "the plan of the operator's RELAY_API_KEY does not have this"}
	case errors.Is(err, relay.ErrUsage):
		return &refused{"usage_limit", "the requests that the plan of RELAY_API_KEY has in a month are used up"}
	case errors.Is(err, upstream.Unauthorized):
		return &refused{"key_rejected", "the provider refused the key of RELAY_API_KEY"}
	}
	return nil
}

func tellRefused(answer *gen.DepinRewards, why refused) {
	answer.Reason = new(gen.DepinRewardsReason(why.reason))
	answer.Note = &why.note
}

// shares puts in Relay's sums of a sub-network of Helium. Sums of no rows are zero there, which is not an answer.
func (h *Handlers) shares(ctx context.Context, answer *gen.DepinRewards) error {
	to := h.now().UTC().Truncate(24 * time.Hour)
	from := to.AddDate(0, 0, -rewardDays)
	asked, reads := upstream.WithReads(ctx)
	totals, err := h.relay.Totals(asked, *answer.Subnetwork, from, to)
	answer.Sources = []gen.Source{response.Read(relay.Provider.Name, reads, err)}
	if why := refusedBy(err); why != nil {
		tellRefused(answer, *why)
		return nil
	}
	if err != nil {
		return err
	}

	known := false
	for column, told := range totals {
		value, err := told.Float64()
		if err != nil {
			return upstream.BadResponse.Errorf("%s: a sum that is not a number", relay.Provider.Name)
		}
		answer.Totals[column] = value
		known = known || value != 0
	}
	if !known {
		answer.Totals = map[string]float64{}
		tellRefused(answer, refused{"no_data", "Relay has no rewards of this window"})
		return nil
	}

	answer.Available = true
	answer.Window = &gen.DepinPeriod{PeriodStart: from, PeriodEnd: to}
	answer.Unit = new("HNT in units of 0.00000001 (HIP-138); bytes in total_offloaded_bytes")
	answer.Note = new("The columns are Relay's own. They are not added up here: some hold what went to no device.")
	return nil
}

func (h *Handlers) weatherRewards(ctx context.Context, answer *gen.DepinRewards) error {
	asked, reads := upstream.WithReads(ctx)
	stats, err := h.weatherxm.Paid(asked)
	if err != nil {
		return err
	}

	month := earned("WXM", stats.Rewards.Month)
	if month == nil {
		return upstream.BadResponse.Errorf("%s: a sum that is not a number", weatherxm.Provider.Name)
	}
	to := stats.UpdatedAt.UTC()
	answer.Available = true
	answer.Window = &gen.DepinPeriod{PeriodStart: to.AddDate(0, 0, -rewardDays), PeriodEnd: to}
	answer.TotalTokens = &month.Amount
	answer.Token = &month.Symbol
	answer.Note = new("By WeatherXM's own statistics when they were last updated: what was allotted, claimed or not.")
	source := response.Read(weatherxm.Provider.Name, reads, nil)
	source.AsOf = response.Moment(&to)
	answer.Sources = []gen.Source{response.Until(source, to, h.now(), statsGoodFor)}
	return nil
}
