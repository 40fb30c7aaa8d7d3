package marketing

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/marketing"
	"github.com/farebox/farebox/handlers/marketing/table"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/problem"
)

// MarketingFunnel answers POST /marketing/funnel: a funnel's rates between stages, in total and per channel, its
// largest losses, and how the rows were read.
func (h *Handlers) MarketingFunnel(
	_ context.Context, req gen.MarketingFunnelRequestObject,
) (gen.MarketingFunnelResponseObject, error) {
	body := req.Body
	if body == nil {
		return nil, problem.Missing("rows")
	}

	in := table.Input{
		Rows:      body.Rows,
		CSV:       body.Csv,
		TSV:       body.Tsv,
		Delimiter: body.Delimiter,
	}
	source, err := pick(tableSources(in)...)
	if err != nil {
		return nil, err
	}
	if err := checkStages(body.Stages); err != nil {
		return nil, err
	}

	warn := &warnings{}
	t, err := in.Open(source, warn.row)
	if err != nil {
		return nil, err
	}
	f, err := readFunnel(t, body.Stages)
	if err != nil {
		return nil, err
	}
	amount := func(c, i int) table.Amount { return f.counts[c].sum(i).Amount }
	at := f.channels.leaveOutTotals(len(f.stages), amount, t.Warn)
	if at >= 0 {
		f.counts = slices.Delete(f.counts, at, at+1)
	}

	return gen.MarketingFunnel200JSONResponse(funnelAnswer(f, channelLimit(body.MaxChannels), warn)), nil
}

func funnelAnswer(f *funnel, limit int, warn *warnings) gen.MarketingFunnel {
	total := funnelOf(f.stages, f.counts)
	total.explain("", warn)
	f.explainLeftOut(warn)

	order := f.order()
	best, worst := f.extremes(order)
	channels := f.byChannel(order, total.stages[0].Count, limit, warn)
	used, ignored := f.mapping.Report()

	return gen.MarketingFunnel{
		Stages:                total.stages,
		OverallConversionRate: total.overall,
		Bottleneck:            total.bottleneck,
		LargestDropOff:        total.largestDropOff,
		ByChannel:             channels,
		ChannelsCount:         len(order),
		BestChannel:           best,
		WorstChannel:          worst,
		Format:                gen.MarketingFunnelFormat(f.table.Format),
		ColumnMapping:         used,
		IgnoredColumns:        ignored,
		RowsUsed:              f.used,
		RowsSkipped:           f.table.Rows - f.used,
		Inputs: gen.MarketingFunnelInputs{
			Source:      gen.MarketingFunnelInputsSource(f.table.Source),
			Stages:      f.stages,
			Layout:      gen.MarketingFunnelInputsLayout(f.layout),
			MaxChannels: limit,
		},
		Conventions: gen.MarketingConventions{
			"rates":      "fractions, 0.05 is 5 %",
			"totals":     "rates of the sums over the rows that have both numbers, not means of rates",
			"bottleneck": "the step with the lowest conversion rate, the earlier one when equal",
			"order":      "channels by their first stage, largest first, then by name",
		},
		Warnings:   warn.all(),
		Disclaimer: disclaimer,
	}
}

// byChannel is each channel's funnel in order, with those beyond the limit merged. top is the first stage of all
// channels.
func (f *funnel) byChannel(order []int, top *float64, limit int, warn *warnings) []gen.MarketingChannelFunnel {
	listed := min(limit, max(1, maxStageCells/len(f.stages)), len(order))
	list := make([]gen.MarketingChannelFunnel, 0, listed+1)

	add := func(name string, channels ...channelCounts) {
		rates := funnelOf(f.stages, channels)
		rates.explain("by_channel.", warn)

		list = append(list, gen.MarketingChannelFunnel{
			Channel:               name,
			Stages:                rates.stages,
			OverallConversionRate: rates.overall,
			Bottleneck:            rates.bottleneck,
			ShareOfTop:            ratio(rates.stages[0].Count, top),
		})
	}

	for _, channel := range order[:listed] {
		add(f.channels.names[channel], f.counts[channel])
	}
	if listed < len(order) {
		warnFolded(warn, "by_channel", listed, len(order))
		rest := each.Of(order[listed:], func(channel int) channelCounts { return f.counts[channel] })
		add(otherChannels, rest...)
	}

	if top != nil && *top == 0 {
		warn.add("by_channel.share_of_top", reasonZeroDenominator, "the first stage is empty")
	}

	return list
}

// warnFolded warns that channels beyond the first ones are merged.
func warnFolded(warn *warnings, field string, listed, all int) {
	warn.add(field, "channels_folded", fmt.Sprintf(
		"%d of %d channels are listed, the rest is summed as %s; max_channels sets how many",
		listed, all, otherChannels,
	))
}

// order is the channels by first stage, largest first, then by name.
func (f *funnel) order() []int {
	names := f.channels.names
	order := numbers(len(names))
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(f.counts[b].sum(0).Cmp(f.counts[a].sum(0).Amount), strings.Compare(names[a], names[b]))
	})

	return order
}

// numbers are 0 to n-1.
func numbers(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}

	return list
}

// extremes are the channels with the highest and lowest overall rate; ties go to the first in order. They are nil
// if fewer than two channels have a rate.
func (f *funnel) extremes(order []int) (best, worst *string) {
	var high, low float64
	rated := 0

	for _, channel := range order {
		rate := reached(f.counts[channel:channel+1], len(f.stages)-1, 0)
		if rate == nil {
			continue
		}

		rated++
		if best == nil || *rate > high {
			best = &f.channels.names[channel]
			high = *rate
		}
		if worst == nil || *rate < low {
			worst = &f.channels.names[channel]
			low = *rate
		}
	}

	if rated < 2 { // one is neither better nor worse than others
		return nil, nil
	}

	return best, worst
}
