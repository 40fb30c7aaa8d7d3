package trade

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/gen/shared"
	gen "github.com/farebox/farebox/gen/trade"
	"github.com/farebox/farebox/handlers/trade/duty"
	"github.com/farebox/farebox/handlers/trade/rate"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/usitc"
)

// embargoed are origins from which most imports are prohibited, with the regulations.
var embargoed = map[string]string{
	"CU": "31 CFR part 515",
	"IR": "31 CFR part 560",
	"KP": "31 CFR part 510",
}

// forcedLabor are origins whose goods, or some of them, are presumed barred from entry for forced labor.
var forcedLabor = map[string]string{
	"CN": "Goods made wholly or in part in Xinjiang, or by an entity on the UFLPA Entity List, are presumed barred from " +
		"entry (P.L. 117-78). That was not looked at.",
	"TM": "Cotton of Turkmenistan, and goods made with it, are withheld from entry (order of 2018-05-18, " +
		"19 U.S.C. 1307). That was not looked at.",
}

// possessions are the insular possessions outside of the customs territory.
var possessions = []string{"AS", "GU", "MP", "UM", "VI"}

// disclaimer goes with every answer.
const disclaimer = "An estimate from public sources and dated tables, no ruling and no advice. Classification, " +
	"origin, value and programmes are the importer's to declare; U.S. Customs and Border Protection decides."

// notIncluded are the charges and rules that are never part of an answer.
var notIncluded = []string{
	"Antidumping and countervailing duties: they depend on the producer, the exporter and the wording of each order, " +
		"can be far above all other duties, and have to be looked up at the Department of Commerce and in ACE.",
	"Rates inside and outside of tariff-rate quotas other than as the line itself states them.",
	"Excise taxes, fees of other agencies, duty drawback and refunds.",
	"Goods that enter under chapter 98, foreign-trade zones, sets, and goods of several origins.",
	"Whether the goods may enter: withhold release orders and findings on forced labor (19 U.S.C. 1307), the UFLPA " +
		"Entity List, sanctions, licences and permits. Prohibitions names bans of tariff measures only.",
}

func (h *Handlers) tariffAnswer(
	e entry, found line, a duty.Answer, c checks, reads *upstream.Reads,
) gen.TradeTariff200JSONResponse {
	answer := gen.TradeTariff200JSONResponse{
		Hts:              found.Code,
		Description:      rate.Plain(string(found.Description)),
		DescriptionPath:  response.Items(found.Path),
		Units:            units(found.Units),
		Origin:           e.Origin,
		OriginName:       e.origin.Name,
		CustomsValueUSD:  response.Number(e.Value),
		EffectiveDate:    day(e.Day),
		BaseDuty:         baseAnswer(a.Base),
		AdditionalDuties: duties(a.Additional, c),
		Prohibitions:     duties(a.Bans, c),
		Fees:             []gen.TradeFee{},
		Complete:         a.Total != nil,
		KnownDutyUSD:     response.NumberOrNull(a.Known),
		TotalDutyUSD:     response.NumberOrNull(a.Total),
		DutyLowUSD:       response.NumberOrNull(a.Low),
		DutyHighUSD:      response.NumberOrNull(a.High),
		Unresolved:       []gen.TradeOpen{},
		NotIncluded:      notIncluded,
		Warnings:         h.warnings(e, a, c),
		TablesRevision:   duty.Revision,
		TablesAsOfDate:   day(h.tables.AsOf),
		Sources:          h.tariffSources(c, reads),
		Attribution:      usitc.Provider.Attribution,
		Disclaimer:       disclaimer,
	}
	answer.Partial = response.Partial(answer.Sources)
	if a.Total != nil {
		answer.TotalRatePct = response.Pct(*a.Total, e.Value, 4)
	}

	answer.Preferences = response.Items(response.Each(a.Options, optionAnswer))
	for _, o := range a.Open {
		answer.Unresolved = append(answer.Unresolved, gen.TradeOpen{
			Code:   gen.TradeOpenCode(o.Code),
			Detail: o.Detail,
		})
	}
	answer.Fees, answer.FeesUSD = fees(a.Fees)
	return answer
}

func baseAnswer(b duty.Base) gen.TradeBaseDuty {
	base := gen.TradeBaseDuty{
		Column:     gen.TradeBaseDutyColumn(b.Column),
		RateText:   response.OrNull(b.Rate.Text),
		RatePct:    response.NumberOrNull(b.Rate.Pct),
		Parts:      []gen.TradeRatePart{},
		AmountUSD:  response.NumberOrNull(b.Amount),
		Computable: b.Amount != nil,
		WhyNot:     response.OrNull(b.Why),
	}

	if b.Rate.Free() {
		base.RatePct = new(response.Number(decimal.Zero))
	}
	if b.Program != nil {
		base.Program = &b.Program.Name
		base.ProgramSymbol = &b.Symbol
	}

	for _, p := range b.Components {
		base.Parts = append(base.Parts, gen.TradeRatePart{
			Text:      p.Text,
			AmountUSD: response.NumberOrNull(p.Amount),
		})
	}

	return base
}

func optionAnswer(o duty.Option) gen.TradePreference {
	option := gen.TradePreference{
		Symbol:    o.Symbol,
		Program:   o.Name,
		RateText:  o.Rate.Text,
		AmountUSD: response.NumberOrNull(o.Amount),
		InForce:   new(true),
		Condition: response.OrNull(o.Unknown()),
	}
	switch {
	case o.Ended && o.Unknown() != "":
		option.InForce = nil
	case o.Ended:
		option.InForce = new(false)
	}
	return option
}

func duties(list []duty.Component, c checks) []gen.TradeDuty {
	answers := make([]gen.TradeDuty, 0, len(list))
	for _, d := range list {
		check, checked := c.states[d.Heading]
		if !checked {
			check = gen.NotChecked
		}
		answer := gen.TradeDuty{
			Heading:       response.OrNull(d.Heading),
			Title:         d.Title,
			Authority:     d.Authority(),
			Status:        gen.TradeDutyStatus(d.Status),
			RatePct:       response.NumberOrNull(d.RatePct),
			AmountUSD:     response.NumberOrNull(d.Amount),
			Basis:         response.OrNull(d.Basis),
			Condition:     response.OrNull(d.Why),
			Relief:        response.OrNull(d.Relief),
			LegalBasis:    d.LegalBasis,
			StartDate:     day(d.Start),
			Confidence:    d.Confidence,
			ScheduleCheck: check,
			SourceURL:     d.Source,
			AsOfDate:      day(d.AsOf),
		}
		if !d.End.IsZero() {
			answer.EndDate = new(day(d.End))
		}
		if check == gen.NotFound {
			answer.Confidence = min(answer.Confidence, 0.5)
		}
		answers = append(answers, answer)
	}

	return answers
}

// fees are the user fees, and their sum unless one of them is open.
func fees(list []duty.Levy) (answers []gen.TradeFee, sum *json.Number) {
	answers = []gen.TradeFee{}
	total := decimal.Zero
	known := true
	for _, l := range list {
		answers = append(answers, gen.TradeFee{
			Code:       gen.TradeFeeCode(l.Code),
			Name:       l.Name,
			Status:     gen.TradeFeeStatus(l.Status),
			RatePct:    response.Number(l.RatePct),
			MinimumUSD: response.NumberOrNull(l.Minimum),
			MaximumUSD: response.NumberOrNull(l.Maximum),
			AmountUSD:  response.NumberOrNull(l.Amount),
			Condition:  response.OrNull(l.Why),
			LegalBasis: l.LegalBasis,
		})
		switch l.Status {
		case duty.StatusApplies:
			total = total.Add(*l.Amount)
		case duty.StatusUnresolved:
			known = false
		}
	}

	if !known {
		return answers, nil
	}
	return answers, new(response.Number(total))
}

// The unit of ages.
const oneDay = 24 * time.Hour

func (h *Handlers) warnings(e entry, a duty.Answer, c checks) []string {
	list := []string{}
	say := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }

	today := h.now().UTC().Truncate(oneDay)
	if h.tables.Dated().Past(today) {
		say("The tables of additional duties are %d days old (%s): actions since then are missing.",
			int(today.Sub(h.tables.AsOf)/oneDay), day(h.tables.AsOf))
	} else if e.Day.After(h.tables.AsOf) {
		say("The tables of additional duties were last held against the schedule on %s: actions after that day that "+
			"were not announced then are missing.", day(h.tables.AsOf))
	}
	if !e.Day.Equal(today) {
		say("The rate of the line is that of the schedule in force today, not of %s.", day(e.Day))
	}

	if read := oldest(a); !read.IsZero() && today.Sub(read) > duty.GoodFor {
		say("A list of products that this answer rests on was read on %s, %d days ago.",
			day(read), int(today.Sub(read)/oneDay))
	}
	if rules, ok := embargoed[e.Origin]; ok {
		say("Imports from %s are prohibited unless a licence or an exemption of %s allows them.", e.origin.Name, rules)
	}
	if rule, ok := forcedLabor[e.Origin]; ok {
		list = append(list, rule)
	}
	if e.Origin == "RU" {
		say("Oil, gas, coal, fish, seafood, alcoholic drinks, diamonds, gold and uranium of Russia were prohibited " +
			"(Executive Orders 14066 and 14068, P.L. 118-62): look up the rules for this product.")
	}
	if e.Section232 == duty.Nothing {
		for _, d := range a.Additional {
			if d.OnList232() {
				say("Heading %s (%s) is by the list of products alone and was left out because section_232 is "+
					"does_not_apply.", d.Heading, d.Title)
			}
		}
	}
	if len(a.Bans) > 0 {
		say("Goods like these are or may be excluded from importation: see prohibitions.")
	}
	switch {
	case slices.Contains(possessions, e.Origin):
		say("Products of an insular possession that come from there directly can be free of duty, by how much of their " +
			"value is foreign (general note 3(a)(iv) of the schedule): that was not looked at.")
	case a.Base.Program == nil && e.ClaimPreference && !a.Base.Undecided():
		say("No preference could be claimed: the line has none for this origin that needs no more than the origin.")
	}
	if a.Base.Program != nil {
		say("The rate of %s counts only if it is claimed and the origin is proven under its rules.",
			a.Base.Program.Name)
	}
	if slices.ContainsFunc(a.Additional, func(d duty.Component) bool { return d.Status == duty.StatusVoid }) {
		say("IEEPA duties that were collected on this day have been held unlawful and may be refunded; not counted.")
	}
	if e.Value.LessThanOrEqual(deMinimis) {
		say("%s", smallShipment(e))
	}
	for _, heading := range slices.Sorted(maps.Keys(c.differs)) {
		say("Heading %s: the schedule says %s; the duty is left unresolved.", heading, c.differs[heading])
	}
	for _, n := range a.Notices {
		say("%s pay %s%% under heading %s: not counted.", n.Title, n.RatePct, n.Heading)
	}
	if c.err != nil {
		say("The rates could not be checked against chapter 99 of the schedule this time.")
	}
	return list
}

// deMinimis is the value up to which shipments were free of duty (19 U.S.C. 1321(a)(2)(C)), in dollars.
var deMinimis = decimal.NewFromInt(800)

// smallShipment says what becomes of the exemption up to $800 on the day of entry. It was suspended for goods of China
// and Hong Kong first (Executive Order 14256), then for all (Executive Order 14324).
func smallShipment(e entry) string {
	until := time.Date(2025, 8, 29, 0, 0, 0, 0, time.UTC)
	if e.Origin == "CN" || e.Origin == "HK" {
		until = time.Date(2025, 5, 2, 0, 0, 0, 0, time.UTC)
	}
	if e.Day.Before(until) {
		return "A shipment of at most $800 to one person on one day could enter free of duty then (19 U.S.C. 1321): " +
			"this answer is what a dutiable entry pays."
	}
	return "Small shipments are dutiable too: the exemption up to $800 has been suspended since " + day(until) +
		" for goods of this origin."
}

// oldest is the day on which the oldest row was read that a duty which is counted or open rests on.
func oldest(a duty.Answer) (read time.Time) {
	for _, d := range a.Additional {
		if d.Status != duty.StatusApplies && d.Status != duty.StatusUnresolved {
			continue
		}
		if read.IsZero() || d.AsOf.Before(read) {
			read = d.AsOf
		}
	}
	return read
}

// tariffSources are the schedule, its chapter 99, and the tables.
func (h *Handlers) tariffSources(c checks, reads *upstream.Reads) []shared.Source {
	chapter99 := response.Read(usitc.Provider.Name+"_chapter_99", c.reads, c.err)
	if c.asked == 0 {
		chapter99 = response.Skipped(chapter99.Name, "no additional duty is counted")
	}
	tables := response.Table(h.tables.Dated(), h.now())
	return []shared.Source{response.Read(usitc.Provider.Name, reads, nil), chapter99, tables}
}

func day(t time.Time) string { return t.Format(time.DateOnly) }
