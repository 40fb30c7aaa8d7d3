package marketing

import (
	"fmt"

	gen "github.com/farebox/farebox/gen/marketing"
	"github.com/farebox/farebox/handlers/marketing/table"
)

// funnelRates is the arithmetic of one funnel.
type funnelRates struct {
	stages         []gen.MarketingStage
	overall        *float64
	bottleneck     *gen.MarketingTransition // step with the lowest rate
	largestDropOff *gen.MarketingTransition // step with the largest absolute loss; nil if none loses
}

// funnelOf computes the rates of stages with counts.
func funnelOf(names []string, counts []table.Amount) funnelRates {
	f := funnelRates{stages: make([]gen.MarketingStage, len(names))}
	first := counts[0].Float()

	for i, name := range names {
		n := counts[i].Float()
		stage := gen.MarketingStage{
			Stage:          name,
			Count:          n,
			CumulativeRate: ratio(&n, &first),
		}
		if i > 0 {
			before := counts[i-1].Float()
			drop := counts[i-1].Sub(counts[i]).Float()
			stage.DropOff = &drop
			stage.ConversionRate = ratio(&n, &before)
			stage.LossRate = ratio(&drop, &before)
			f.consider(names[i-1], stage)
		}
		f.stages[i] = stage
	}
	f.overall = f.stages[len(names)-1].CumulativeRate

	return f
}

// consider records the step into stage if it is the bottleneck or the largest loss; on a tie the earlier one stays.
func (f *funnelRates) consider(from string, stage gen.MarketingStage) {
	if stage.ConversionRate == nil || stage.LossRate == nil {
		return
	}

	step := &gen.MarketingTransition{
		From:           from,
		To:             stage.Stage,
		ConversionRate: *stage.ConversionRate,
		LossRate:       *stage.LossRate,
		DropOff:        *stage.DropOff,
	}
	if f.bottleneck == nil || step.ConversionRate < f.bottleneck.ConversionRate {
		f.bottleneck = step
	}
	if step.DropOff > 0 && (f.largestDropOff == nil || step.DropOff > f.largestDropOff.DropOff) {
		f.largestDropOff = step
	}
}

// explain warns of null rates and growing stages. Fields start with prefix.
func (f funnelRates) explain(prefix string, warn *warnings) {
	for i, stage := range f.stages[1:] {
		name := table.Shown(stage.Stage)
		before := table.Shown(f.stages[i].Stage)

		if stage.ConversionRate == nil {
			warn.add(prefix+"stages.conversion_rate", reasonZeroDenominator,
				fmt.Sprintf("conversion_rate and loss_rate of %s are null: %s is empty", name, before))
		}
		if *stage.DropOff < 0 {
			warn.add(prefix+"stages", "non_monotonic", fmt.Sprintf(
				"%s has more than %s before it: the rate is above 1 and the drop-off negative", name, before))
		}
	}

	if f.overall == nil {
		first := table.Shown(f.stages[0].Stage)
		warn.add(prefix+"overall_conversion_rate", reasonZeroDenominator,
			fmt.Sprintf("overall_conversion_rate and cumulative_rate are null: %s is empty", first))
	}
	if f.bottleneck == nil {
		warn.add(prefix+"bottleneck", reasonNotEnoughData, "no step has a conversion rate")
	}
}
