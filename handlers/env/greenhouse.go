package env

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"golang.org/x/sync/errgroup"

	gen "github.com/farebox/farebox/gen/env"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/envirofacts"
)

// mostEmitters is how many facilities are asked for their emissions: ten requests of seven.
const mostEmitters = 70

// biogenic is the code of CO2 from biomass, which EPA's totals leave out.
const biogenic = "BIOCO2"

// greenhouse is the facilities of the newest year with their amounts.
type greenhouse struct {
	h       *Handlers
	year    int
	list    []envirofacts.Emitter
	cut     bool
	amounts map[string]amounts // by facility id
}

// amounts are a facility's emissions in metric tons of CO2 equivalent.
type amounts struct {
	reported *bool // nil where each amount is missing: nothing was reported, or it is withheld
	total    float64
	biogenic *float64
	gases    map[string]float64
}

// newGreenhouse takes the rows of the newest year, each facility once, the best matches first.
func newGreenhouse(h *Handlers, name string, rows []envirofacts.Emitter) *greenhouse {
	g := &greenhouse{h: h}
	for _, row := range rows {
		if year := row.Year.Count(); year != nil {
			g.year = max(g.year, *year)
		}
	}
	seen := map[envirofacts.Text]bool{}
	for _, row := range rows {
		if year := row.Year.Count(); year == nil || *year != g.year || seen[row.ID] {
			continue
		}
		if !isNumber(string(row.ID)) {
			g.cut = true
			continue
		}
		seen[row.ID] = true
		g.list = append(g.list, row)
	}

	slices.SortStableFunc(g.list, func(a, b envirofacts.Emitter) int {
		alikeA := h.match(name, string(a.Name))
		alikeB := h.match(name, string(b.Name))

		return cmp.Compare(response.OrZero(alikeB), response.OrZero(alikeA))
	})
	if len(g.list) > mostEmitters {
		g.list = g.list[:mostEmitters]
		g.cut = true
	}
	return g
}

// isNumber is true for digits alone, as ids that are put into an address are.
func isNumber(text string) bool {
	_, err := strconv.ParseUint(text, 10, 64)
	return err == nil
}

// ask adds up the emissions of each facility. Only source categories that emit themselves count.
func (g *greenhouse) ask(ctx context.Context) (map[string]amounts, error) {
	ids := response.Items(response.Each(g.list, func(e envirofacts.Emitter) string { return string(e.ID) }))

	var rows []envirofacts.Emission
	var emit map[string]bool
	var codes map[string]string
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		rows, err = g.h.facts.Emissions(ctx, strconv.Itoa(g.year), ids)
		return err
	})
	group.Go(func() (err error) {
		emit, err = g.h.facts.Emitting(ctx)
		return err
	})
	group.Go(func() (err error) {
		codes, err = g.h.facts.Gases(ctx)
		return err
	})
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return added(rows, emit, codes)
}

// added adds rows up. A row without an amount says that nothing was reported, or that it is withheld. One of a source
// category or a gas that is in no table cannot be added to anything, and no sum is right without it.
func added(rows []envirofacts.Emission, emit map[string]bool, codes map[string]string) (map[string]amounts, error) {
	all := map[string]amounts{}
	for _, row := range rows {
		if row.Amount == "" {
			if _, known := all[string(row.ID)]; !known {
				all[string(row.ID)] = amounts{}
			}
			continue
		}
		value, isNumber := row.Amount.Number()
		emits, categorized := emit[string(row.Subpart)]
		gas, named := codes[string(row.Gas)]
		if !isNumber || !categorized || !named {
			return nil, upstream.BadResponse.Errorf("an amount that cannot be added up")
		}
		if !emits {
			continue
		}
		a := all[string(row.ID)]
		if a.gases == nil {
			a.gases = map[string]float64{}
		}
		a.reported = new(true)
		if gas == biogenic {
			a.biogenic = new(response.OrZero(a.biogenic) + value)
		} else {
			a.total += value
			a.gases[gas] += value
		}
		all[string(row.ID)] = a
	}

	return all, nil
}

// answer writes the amounts down; asked is false when they could not be had.
func (g *greenhouse) answer(asked bool) *gen.EnvGreenhouse {
	answer := &gen.EnvGreenhouse{
		Unit:       gen.MetricTonsCo2E,
		Truncated:  g.cut,
		Facilities: []gen.EnvGreenhouse_Facilities{},
	}
	if g.year > 0 {
		answer.Year = &g.year
	}

	sum := 0.0
	any := false
	for _, e := range g.list {
		a, told := g.amounts[string(e.ID)]
		if asked && !told {
			a.reported = new(false)
		}
		answer.Facilities = append(answer.Facilities, emitter(e, a))
		if response.OrZero(a.reported) {
			any = true
			sum += a.total
		}
	}
	if any && asked && !g.cut {
		answer.TotalCo2E = new(response.Round(sum, 3))
	}
	answer.Count = len(answer.Facilities)
	slices.SortStableFunc(answer.Facilities, func(a, b gen.EnvGreenhouse_Facilities) int {
		return cmp.Or(
			cmp.Compare(response.OrZero(b.Co2E), response.OrZero(a.Co2E)),
			cmp.Compare(a.FacilityID, b.FacilityID),
		)
	})
	return answer
}

func emitter(e envirofacts.Emitter, a amounts) gen.EnvGreenhouse_Facilities {
	shown := gen.EnvGreenhouse_Facilities{
		FacilityID:      string(e.ID),
		FrsID:           textOrNull(e.Registry),
		Name:            textOrNull(e.Name),
		City:            textOrNull(e.City),
		State:           textOrNull(e.State),
		ParentCompany:   textOrNull(e.Parent),
		Lat:             degrees(e.Lat, 90),
		Lon:             degrees(e.Lon, 180),
		Reported:        a.reported,
		ReportingStatus: textOrNull(e.Standing),
	}
	if !response.OrZero(a.reported) {
		return shown
	}

	shown.Co2E = new(response.Round(a.total, 3))
	shown.BiogenicCo2 = response.RoundOrNull(a.biogenic, 3)
	for gas, value := range a.gases {
		shown.ByGas = append(shown.ByGas, gen.EnvGreenhouse_Facilities_ByGas{
			Gas:  gas,
			Co2E: response.Round(value, 3),
		})
	}
	slices.SortFunc(shown.ByGas, func(a, b gen.EnvGreenhouse_Facilities_ByGas) int {
		return cmp.Or(cmp.Compare(b.Co2E, a.Co2E), cmp.Compare(a.Gas, b.Gas))
	})
	return shown
}
