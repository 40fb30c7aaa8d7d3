package marketing

import (
	"context"
	"fmt"
	"sort"

	gen "github.com/farebox/farebox/gen/marketing"
	"github.com/farebox/farebox/internal/problem"
)

// MarketingFunnel answers POST /marketing/funnel: rates between the stages of a funnel, in total and per
// channel, where it loses most, and how the rows were read.
func (h *Handlers) MarketingFunnel(_ context.Context, req gen.MarketingFunnelRequestObject) (gen.MarketingFunnelResponseObject, error) {
	if req.Body == nil {
		return nil, problem.Missing("rows")
	}
	body := req.Body
	in := input{body.Rows, body.Csv, body.Tsv, body.Delimiter}
	source, err := pick(tableNames, in.given())
	if err != nil {
		return nil, err
	}
	if err := checkStages(body.Stages); err != nil {
		return nil, err
	}
	warn := &warnings{}
	t, err := in.open(source, warn)
	if err != nil {
		return nil, err
	}
	f, err := readFunnel(t, body.Stages)
	if err != nil {
		return nil, err
	}
	return gen.MarketingFunnel200JSONResponse(funnelAnswer(f, source, channelLimit(body.MaxChannels), warn)), nil
}

func funnelAnswer(f *funnel, source string, limit int, warn *warnings) gen.MarketingFunnel {
	total := funnelOf(f.stages, f.total())
	total.explain("", warn)
	answer := gen.MarketingFunnel{
		Stages: total.stages, OverallConversionRate: total.overall, Bottleneck: total.bottleneck, LargestDropOff: total.largestDropOff,
		ByChannel: []gen.MarketingChannelFunnel{}, ChannelsCount: len(f.channels.names),
		Format:   gen.MarketingFunnelFormat(f.table.format),
		RowsUsed: f.used, RowsSkipped: f.table.rowsCount - f.used,
		Inputs: gen.MarketingFunnelInputs{
			Source: gen.MarketingFunnelInputsSource(source), Stages: f.stages, Layout: gen.MarketingFunnelInputsLayout(f.layout), MaxChannels: limit,
		},
		Conventions: gen.MarketingConventions{
			"rates":      "fractions, 0.05 is 5 %",
			"totals":     "rates of the sums over channels, not means of rates",
			"bottleneck": "the step with the lowest conversion rate, the earlier one when equal",
			"order":      "channels by their first stage, largest first, then by name",
		},
		Disclaimer: disclaimer,
	}
	answer.ColumnMapping, answer.IgnoredColumns = f.mapping.report()
	order := f.order()
	answer.BestChannel, answer.WorstChannel = f.extremes(order)
	listed := min(limit, max(1, maxStageCells/len(f.stages)))
	top := f.total()[0].float()
	for i, channel := range order {
		name, counts := f.channels.names[channel], f.counts[channel]
		if i == listed {
			name, counts = otherChannels, f.sum(order[i:])
			warnFolded(warn, "by_channel", listed, len(order))
		}
		part := funnelOf(f.stages, counts)
		part.explain("by_channel.", warn)
		first := counts[0].float()
		answer.ByChannel = append(answer.ByChannel, gen.MarketingChannelFunnel{
			Channel: name, Stages: part.stages, OverallConversionRate: part.overall, Bottleneck: part.bottleneck, ShareOfTop: ratio(&first, &top),
		})
		if i == listed {
			break
		}
	}
	if top == 0 {
		warn.add("by_channel.share_of_top", reasonZeroDenominator, "the first stage is empty")
	}
	answer.Warnings = warn.all()
	return answer
}

// warnFolded says that channels beyond the first are summed as one.
func warnFolded(warn *warnings, field string, listed, all int) {
	warn.add(field, "channels_folded", fmt.Sprintf("%d of %d channels are listed, the rest is summed as %s; max_channels sets how many", listed, all, otherChannels))
}

// order is the channels by their first stage, largest first, then by name.
func (f *funnel) order() []int {
	order := make([]int, len(f.channels.names))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(i, j int) bool {
		a, b := order[i], order[j]
		if c := f.counts[a][0].cmp(f.counts[b][0]); c != 0 {
			return c > 0
		}
		return f.channels.names[a] < f.channels.names[b]
	})
	return order
}

// extremes are the channels with the highest and the lowest overall rate, the first in order when
// equal; nil when no channel, or only one, has a rate.
func (f *funnel) extremes(order []int) (best, worst *string) {
	rated := 0
	var high, low float64
	for _, channel := range order {
		counts := f.counts[channel]
		first, last := counts[0].float(), counts[len(counts)-1].float()
		rate := ratio(&last, &first)
		if rate == nil {
			continue
		}
		rated++
		if best == nil || *rate > high {
			best, high = &f.channels.names[channel], *rate
		}
		if worst == nil || *rate < low {
			worst, low = &f.channels.names[channel], *rate
		}
	}
	if rated < 2 {
		worst = nil
	}
	return best, worst
}
