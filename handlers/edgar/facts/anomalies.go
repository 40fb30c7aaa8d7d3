package facts

import (
	"fmt"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/upstream/sec"
)

// Restatement is a value that a later filing gave otherwise, by more than half a per cent and for no stock split.
type Restatement struct {
	Concept string
	Period  Period
	Value   *Value
	Via     string // amendment: by a form that ends in /A; recast: in a later report
}

// Restatements are those among the figures of a period.
func (f *Figures) Restatements() []Restatement {
	var list []Restatement
	for _, concept := range concepts {
		v := f.values[concept.Name]
		if v == nil || v.Derived || !v.Restated() {
			continue
		}
		via := "recast"
		if strings.HasSuffix(v.Filing.Form, "/A") {
			via = "amendment"
		}
		list = append(list, Restatement{
			Concept: concept.Name,
			Period:  f.Period,
			Value:   v,
			Via:     via,
		})
	}

	return list
}

// Anomaly is something in the figures or filings that a reader should look at. It is no proof of anything.
type Anomaly struct {
	Code      string
	Severity  string  // low, medium, high
	PeriodEnd sec.Day // NoDay for one of no period
	Detail    string
	Value     *float64
	Threshold *float64
	Filing    *sec.Filing // that shows it
}

// The limits from which on a figure is an anomaly.
const (
	beneishLimit    = -1.78
	altmanDistress  = 1.1
	accrualLimit    = 0.10
	receivableLimit = 1.3
	marginLimit     = 0.10
	badYears        = 3 // in a row with less cash than income
)

// Anomalies are those of a series of periods, newest first; figures and ratios are of the same periods. Those beyond
// count are there only to tell how long something has lasted.
func Anomalies(figures []*Figures, ratios []*Ratios, count int) []Anomaly {
	var list []Anomaly
	for i := range min(count, len(ratios)) {
		list = append(list, ratios[i].anomalies(figures[i])...)
		if a, ok := lessCash(figures[i:]); ok {
			list = append(list, a)
		}
	}
	return list
}

func (o *Ratios) anomalies(f *Figures) []Anomaly {
	var list []Anomaly
	add := func(code, severity string, value *float64, limit float64, detail string) {
		list = append(list, Anomaly{
			Code:      code,
			Severity:  severity,
			PeriodEnd: o.Period.End,
			Detail:    detail,
			Value:     value,
			Threshold: &limit,
		})
	}

	if o.BeneishM != nil && *o.BeneishM > beneishLimit {
		add(
			"beneish_high",
			"high",
			o.BeneishM,
			beneishLimit,
			"Beneish's M-score is in the range of companies that managed earnings",
		)
	}

	if o.AltmanZ2 != nil && *o.AltmanZ2 < altmanDistress {
		add("altman_distress", "medium", o.AltmanZ2, altmanDistress, "Altman's Z''-score is in the zone of distress")
	}
	if o.AccrualRatio != nil && *o.AccrualRatio > accrualLimit && f.classified() {
		add("high_accruals", "medium", o.AccrualRatio, accrualLimit,
			"net income is far above the cash from operating activities")
	}

	if equity, ok := f.number("equity"); ok && equity < 0 {
		add("negative_equity", "medium", &equity, 0, "the equity of the owners is below zero")
	}

	if o.receivablesIndex != nil && *o.receivablesIndex > receivableLimit {
		add(
			"receivables_outpace_sales",
			"low",
			o.receivablesIndex,
			receivableLimit,
			"receivables rose by more than 30 % against sales",
		)
	}

	if o.marginChange != nil && (*o.marginChange > marginLimit || *o.marginChange < -marginLimit) {
		add("margin_swing", "low", o.marginChange, marginLimit, "the gross margin moved by more than ten points")
	}
	return list
}

// classified says whether the balance sheet tells what is current. Those of banks, insurers and the like do not, and
// their operating cash is what customers paid in and took out: it says nothing about their income.
func (f *Figures) classified() bool { return f.Value("current_assets") != nil }

// lessCash is the anomaly of a company with less cash from operating activities than net income for three fiscal years
// in a row, the latest first.
func lessCash(figures []*Figures) (Anomaly, bool) {
	if len(figures) < badYears {
		return Anomaly{}, false
	}

	for i, f := range figures[:badYears] {
		cash, known := f.number("operating_cash_flow")
		income, earned := f.number("net_income")
		follows := i == 0 || abs(f.Period.End+1-figures[i-1].Period.Start) <= slack
		if f.Period.Kind != Year || !follows || !known || !earned || !f.classified() || cash >= income {
			return Anomaly{}, false
		}
	}

	return Anomaly{
		Code:      "cfo_lt_ni_3y",
		Severity:  "medium",
		PeriodEnd: figures[0].Period.End,
		Detail:    fmt.Sprintf("cash from operating activities was below net income for %d periods in a row", badYears),
	}, true
}

// How long what a filing shows is looked back at, in days.
const (
	lateWithin        = 400
	auditorWithin     = 730
	nonrelianceWithin = 1095
)

// Unlisted says whether filings up to a day may hold anomalies on a day that a list without them does not show.
func Unlisted(olderTo string, today sec.Day) bool {
	day, ok := sec.ParseDay(olderTo)
	return ok && today-day <= nonrelianceWithin
}

// FromFilings are the anomalies that the list of filings shows on a day: reports announced late, changes of auditor,
// and statements that earlier figures can no longer be relied on (items 4.01 and 4.02 of form 8-K).
func FromFilings(filings []sec.Filing, today sec.Day) []Anomaly {
	var list []Anomaly
	for i := range filings {
		f := &filings[i]
		filed, ok := sec.ParseDay(f.Filed)
		if !ok {
			continue
		}
		add := func(within sec.Day, code, severity, detail string) {
			if today-filed > within {
				return
			}
			end, _ := sec.ParseDay(f.ReportDate) // NoDay where there is none
			list = append(list, Anomaly{
				Code:      code,
				Severity:  severity,
				PeriodEnd: end,
				Detail:    detail,
				Filing:    f,
			})
		}
		form := original(f.Form)
		switch {
		case form == "NT 10-K" || form == "NT 10-Q" || form == "NT 20-F":
			add(lateWithin, "late_filing", "medium", "the company announced that a report would be late")
		case form == "8-K" && slices.Contains(f.Items, "4.01"):
			add(auditorWithin, "auditor_change", "low", "the company changed its auditor")
		}
		if form == "8-K" && slices.Contains(f.Items, "4.02") {
			add(nonrelianceWithin, "nonreliance", "high", "the company said that earlier figures cannot be relied on")
		}
	}

	return list
}
