package energy

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/energy"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/eia"
)

// storage are the sources that store power rather than generate it.
const storage gen.EnergyFuelKind = "storage"

// fuel is an energy source of the grid monitor.
type fuel struct {
	name string
	kind gen.EnergyFuelKind
}

// fuels are the sources by their codes. EIA adds new ones; one that is missing here is unclassified under EIA's own
// name.
var fuels = map[string]fuel{
	"COL": {"Coal", gen.Fossil},
	"NG":  {"Natural gas", gen.Fossil},
	"OIL": {"Petroleum", gen.Fossil},
	"NUC": {"Nuclear", gen.Nuclear},
	"WAT": {"Hydro", gen.Renewable},
	"WND": {"Wind", gen.Renewable},
	"SUN": {"Solar", gen.Renewable},
	"GEO": {"Geothermal", gen.Renewable},
	"BM":  {"Biomass", gen.Renewable},
	"SNB": {"Solar with battery", gen.Renewable},
	"WNB": {"Wind with battery", gen.Renewable},
	"OTH": {"Other", gen.Unclassified},
	"UNK": {"Unknown", gen.Unclassified},
	"BAT": {"Battery storage", storage},
	"PS":  {"Pumped storage", storage},
	"OES": {"Other energy storage", storage},
	"UES": {"Unknown energy storage", storage},
}

const (
	mixRows = 1000 // two to three days of a region with all its sources
	dayLong = 24   // hours
)

// hour is the output of a region's sources in one hour.
type hour struct {
	end     time.Time
	outputs map[string]output
}

type output struct {
	fuel
	mwh  decimal.Decimal // net: negative if it took more than it gave
	made decimal.Decimal // the positive output, hour by hour
}

// hours reads the newest hours of a region, newest first, and its name.
func (h *Handlers) hours(ctx context.Context, code string) ([]hour, string, error) {
	rows, err := eia.Rows[eia.Output](ctx, h.eia, eia.Query{
		Route:     "electricity/rto/fuel-type-data",
		Frequency: "hourly",
		Columns:   []string{"value"},
		Facets:    []eia.Facet{{Name: "respondent", Values: []string{code}}},
		Rows:      mixRows,
		TTL:       20 * time.Minute,
	})
	if err != nil {
		return nil, "", err
	}

	byEnd := map[time.Time]hour{}
	for _, row := range rows {
		if row.Respondent != code || !strings.EqualFold(row.Unit, megawatthours) {
			return nil, "", upstream.BadResponse.Errorf(
				"a row of %q in %q among those of %s", row.Respondent, row.Unit, code)
		}
		end, err := timeOf(row.Period, formHour)
		if err != nil {
			return nil, "", err
		}
		if row.Value.Number == nil {
			continue // the source has not reported yet; complete checks that
		}

		if byEnd[end].outputs == nil {
			byEnd[end] = hour{
				end:     end,
				outputs: map[string]output{},
			}
		}
		byEnd[end].outputs[row.Fuel] = output{
			fuel: fuelOf(row),
			mwh:  *row.Value.Number,
			made: decimal.Max(*row.Value.Number, decimal.Zero),
		}
	}
	if len(byEnd) == 0 {
		return nil, "", upstream.BadResponse.Errorf("none of %d rows has a number", len(rows))
	}

	hours := slices.SortedFunc(maps.Values(byEnd), func(a, b hour) int { return b.end.Compare(a.end) })
	return hours, rows[0].Name, nil
}

// megawatthours is the unit of the grid monitor.
const megawatthours = "megawatthours"

func fuelOf(row eia.Output) fuel {
	if f, ok := fuels[row.Fuel]; ok {
		return f
	}
	return fuel{
		name: cmp.Or(row.FuelName, row.Fuel),
		kind: gen.Unclassified,
	}
}

// expected is what a complete hour of a region must have: a number of sources, including those that nearly always
// report. A missing one would inflate the others' shares.
type expected struct {
	sources int
	steady  []string
}

// expect derives expectations from hours: the usual number of sources, and the sources present in nine of ten
// hours.
func expect(hours []hour) expected {
	seen := map[string]int{}
	for _, h := range hours {
		for code := range h.outputs {
			seen[code]++
		}
	}
	var e expected
	for code, n := range seen {
		if 2*n >= len(hours) {
			e.sources++
		}
		if 10*n >= 9*len(hours) {
			e.steady = append(e.steady, code)
		}
	}
	return e
}

// met reports whether four fifths of the sources, and all the steady ones, have reported in an hour.
func (e expected) met(h hour) bool {
	for _, code := range e.steady {
		if _, ok := h.outputs[code]; !ok {
			return false
		}
	}
	return 5*len(h.outputs) >= 4*e.sources
}

// complete drops the newest hours until one is complete: the last hour or two are still being written.
func complete(hours []hour) []hour {
	e := expect(hours)
	for i, h := range hours {
		if e.met(h) {
			return hours[i:]
		}
	}
	return hours
}

// lastDay is the 24 hours up to the newest one, or nil if one of them is missing or incomplete.
func lastDay(hours []hour) []hour {
	if len(hours) < dayLong {
		return nil
	}
	e := expect(hours)
	for i, h := range hours[:dayLong] {
		if !e.met(h) || hours[0].end.Sub(h.end) != time.Duration(i)*time.Hour {
			return nil
		}
	}
	return hours[:dayLong]
}

// balance is the output of a region's sources over consecutive hours.
type balance struct {
	hours    []hour
	outputs  map[string]output // sums, without storage
	net      decimal.Decimal   // of all outputs
	positive decimal.Decimal   // of outputs above nothing
	storage  *decimal.Decimal  // nil where none reports
}

// sum adds up hours, newest first. Negative output, which is a plant's own use, does not count in shares.
func sum(hours []hour) balance {
	b := balance{hours: hours, outputs: map[string]output{}}
	for _, h := range hours {
		for code, o := range h.outputs {
			if o.kind == storage {
				total := o.mwh
				if b.storage != nil {
					total = total.Add(*b.storage)
				}
				b.storage = &total
				continue
			}
			before := b.outputs[code]
			b.outputs[code] = output{
				fuel: o.fuel,
				mwh:  before.mwh.Add(o.mwh),
				made: before.made.Add(o.made),
			}
			b.net = b.net.Add(o.mwh)
			b.positive = b.positive.Add(o.made)
		}
	}

	return b
}

func (b balance) start() time.Time { return b.hours[len(b.hours)-1].end.Add(-time.Hour) }
func (b balance) end() time.Time   { return b.hours[0].end }

// of is what the kinds generated.
func (b balance) of(kinds ...gen.EnergyFuelKind) decimal.Decimal {
	total := decimal.Zero
	for _, o := range b.outputs {
		if slices.Contains(kinds, o.kind) {
			total = total.Add(o.made)
		}
	}
	return total
}

// share is a percentage of the generation.
func (b balance) share(part decimal.Decimal) *float64 { return response.Pct(part, b.positive, 2) }

// fuels are the sources of the given kinds, or all without kinds, largest first.
func (b balance) fuels(kinds ...gen.EnergyFuelKind) []gen.EnergyFuel {
	list := []gen.EnergyFuel{}
	for _, code := range slices.Sorted(maps.Keys(b.outputs)) {
		o := b.outputs[code]
		if len(kinds) > 0 && !slices.Contains(kinds, o.kind) {
			continue
		}
		list = append(list, gen.EnergyFuel{
			Code:     code,
			Fuel:     o.name,
			Kind:     o.kind,
			Mwh:      response.Number(o.mwh),
			SharePct: b.share(o.made),
		})
	}

	slices.SortStableFunc(list, func(x, y gen.EnergyFuel) int {
		return b.outputs[y.Code].mwh.Cmp(b.outputs[x.Code].mwh)
	})
	return list
}
