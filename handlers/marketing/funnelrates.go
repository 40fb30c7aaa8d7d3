package marketing

import (
	"fmt"
	"slices"

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

// funnelOf computes the rates of stages over channels with counts. A rate covers the rows that have both counts.
func funnelOf(names []string, channels []channelCounts) funnelRates {
	f := funnelRates{stages: make([]gen.MarketingStage, len(names))}

	for i, name := range names {
		stage := gen.MarketingStage{Stage: name}
		if n, ok := counted(channels, i); ok {
			stage.Count = new(n[0].Float())
		}
		stage.CumulativeRate = reached(channels, i, 0)
		if i > 0 {
			stage.ConversionRate = reached(channels, i, i-1)
			if n, ok := counted(channels, i-1, i); ok {
				before := n[0].Float()
				stage.DropOff = new(n[0].Sub(n[1]).Float())
				stage.LossRate = ratio(stage.DropOff, &before)
			}
			f.consider(names[i-1], stage)
		}
		f.stages[i] = stage
	}
	f.overall = f.stages[len(names)-1].CumulativeRate

	return f
}

// reached is a stage over another, nil when it is not known.
func reached(channels []channelCounts, stage, of int) *float64 {
	n, ok := counted(channels, stage, of)
	if !ok {
		return nil
	}
	over := n[0].Float()
	under := n[1].Float()
	return ratio(&over, &under)
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

		switch {
		case stage.DropOff == nil:
			warn.add(prefix+"stages.conversion_rate", reasonNotEnoughData, fmt.Sprintf(
				"conversion_rate, drop_off and loss_rate of %s are null: no channel has numbers of it and of %s", name, before))
		case stage.ConversionRate == nil:
			warn.add(prefix+"stages.conversion_rate", reasonZeroDenominator,
				fmt.Sprintf("conversion_rate and loss_rate of %s are null: %s is empty", name, before))
		}
		if stage.DropOff != nil && *stage.DropOff < 0 {
			warn.add(prefix+"stages", "non_monotonic", fmt.Sprintf(
				"%s has more than %s before it: the rate is above 1 and the drop-off negative", name, before))
		}
	}

	if f.overall == nil {
		first := table.Shown(f.stages[0].Stage)
		reason := reasonZeroDenominator
		if f.stages[0].CumulativeRate != nil || f.stages[0].Count == nil {
			reason = reasonNotEnoughData
		}
		warn.add(prefix+"overall_conversion_rate", reason,
			fmt.Sprintf("overall_conversion_rate is null: %s is empty, or no channel has numbers of it and of the last stage", first))
	}
	if f.bottleneck == nil {
		warn.add(prefix+"bottleneck", reasonNotEnoughData, "no step has a conversion rate")
	}
}

// explainLeftOut warns of steps of the totals that leave channels out, because they lack one of the two numbers.
func (f *funnel) explainLeftOut(warn *warnings) {
	for i := 1; i < len(f.stages); i++ {
		lacking := slices.IndexFunc(f.counts, func(c channelCounts) bool {
			return !c.sum(i).told() || !c.sum(i-1).told()
		})
		if lacking >= 0 {
			warn.add("stages.conversion_rate", reasonNotEnoughData, fmt.Sprintf(
				"the step from %s to %s leaves out channels without one of them, such as %s",
				table.Shown(f.stages[i-1]), table.Shown(f.stages[i]), table.Shown(f.channels.names[lacking])))
		}
	}
}
