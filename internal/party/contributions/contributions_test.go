package contributions

import (
	"slices"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream/openfec"
)

// gift is a receipt in short.
type gift struct {
	id, transaction, name, amount, date, committee, text, memo, action, original string
	file                                                                         int64
}

func receiptsOf(list ...gift) []openfec.Receipt {
	var out []openfec.Receipt
	for _, g := range list {
		r := openfec.Receipt{
			SubID:              openfec.ID(g.id),
			OriginalSubID:      openfec.ID(g.original),
			TransactionID:      g.transaction,
			Contributor:        g.name,
			Date:               g.date,
			CommitteeID:        g.committee,
			MemoText:           g.text,
			MemoCode:           g.memo,
			AmendmentIndicator: g.action,
			ReportYear:         new(decimal.NewFromInt(2018)),
			ReportType:         "M7",
			LineNumber:         "11AI",
		}
		if g.amount != "" {
			r.Amount = new(decimal.RequireFromString(g.amount))
		}
		if g.file != 0 {
			r.FileNumber = &g.file
		}
		out = append(out, r)
	}
	return out
}

func TestNothingIsCountedTwice(t *testing.T) {
	const (
		conduit = "C00401224"
		party   = "C00000935"
		forIt   = "EARMARKED FOR DCCC (C00000935)"
	)
	for _, c := range []struct {
		why  string
		list []gift
		want []Reason
		net  string
	}{
		{"gifts and a refund", []gift{
			{id: "1", amount: "100.10"},
			{id: "2", amount: "-25.05"},
		}, []Reason{Counted, Counted}, "75.05"},
		{"a memo entry", []gift{
			{id: "1", amount: "100"},
			{id: "2", amount: "100", memo: "X"},
		}, []Reason{Counted, Memo}, "100"},
		{"an amended filing", []gift{
			{id: "2", transaction: "T1", amount: "150", file: 20, committee: party},
			{id: "1", transaction: "T1", amount: "100", file: 10, committee: party},
		}, []Reason{Counted, Superseded}, "150"},
		{"the same number in filings of two committees", []gift{
			{id: "2", transaction: "T1", amount: "150", file: 20, committee: party},
			{id: "1", transaction: "T1", amount: "100", file: 10, committee: conduit},
		}, []Reason{Counted, Counted}, "250"},
		{"two lines of one filing", []gift{
			{id: "2", transaction: "T1", amount: "60", file: 10, committee: party},
			{id: "1", transaction: "T1", amount: "40", file: 10, committee: party},
		}, []Reason{Counted, Counted}, "100"},
		{"a line that names its original", []gift{
			{id: "2", original: "1", amount: "150"},
			{id: "1", amount: "100"},
		}, []Reason{Counted, Superseded}, "150"},
		{"a line that was taken back", []gift{
			{id: "1", amount: "100", action: "D"},
		}, []Reason{Deleted}, "0"},
		{"a line that came twice", []gift{
			{id: "1", amount: "100"},
			{id: "1", amount: "100"},
		}, []Reason{Counted, Duplicate}, "100"},
		{"no amount", []gift{{id: "1"}}, []Reason{NoAmount}, "0"},
		{"a gift through a conduit", []gift{
			{id: "1", name: "DOE, A.", amount: "50", date: "2018-01-03", committee: conduit, text: forIt},
			{id: "2", name: "DOE, A", amount: "50", date: "2018-01-12T00:00:00", committee: party},
		}, []Reason{Conduit, Counted}, "50"},
		{"two gifts through it, of which one has come", []gift{
			{id: "1", name: "DOE, A", amount: "50", date: "2018-01-03", committee: conduit, text: forIt},
			{id: "3", name: "DOE, A", amount: "50", date: "2018-01-04", committee: conduit, text: forIt},
			{id: "2", name: "DOE, A", amount: "50", date: "2018-01-12", committee: party},
		}, []Reason{Conduit, Counted, Counted}, "100"},
		{"another amount", []gift{
			{id: "1", name: "DOE, A", amount: "50", date: "2018-01-03", committee: conduit, text: forIt},
			{id: "2", name: "DOE, A", amount: "51", date: "2018-01-12", committee: party},
		}, []Reason{Counted, Counted}, "101"},
		{"another giver", []gift{
			{id: "1", name: "DOE, A", amount: "50", date: "2018-01-03", committee: conduit, text: forIt},
			{id: "2", name: "DOE, B", amount: "50", date: "2018-01-12", committee: party},
		}, []Reason{Counted, Counted}, "100"},
		{"another season", []gift{
			{id: "1", name: "DOE, A", amount: "50", date: "2018-01-03", committee: conduit, text: forIt},
			{id: "2", name: "DOE, A", amount: "50", date: "2018-09-12", committee: party},
		}, []Reason{Counted, Counted}, "100"},
		{"a day that is not known", []gift{
			{id: "1", name: "DOE, A", amount: "50", committee: conduit, text: forIt},
			{id: "2", name: "DOE, A", amount: "50", date: "2018-09-12", committee: party},
		}, []Reason{Counted, Counted}, "100"},
	} {
		lines := Judge(receiptsOf(c.list...))
		var got []Reason
		for _, l := range lines {
			got = append(got, l.Why)
		}
		sums := Add(lines)
		if !slices.Equal(got, c.want) || !sums.Net.Equal(decimal.RequireFromString(c.net)) {
			t.Errorf("%s: %q, net %s", c.why, got, sums.Net)
		}
		if !sums.Given.Add(sums.Refunds).Equal(sums.Net) {
			t.Errorf("%s: %s and %s do not make %s", c.why, sums.Given, sums.Refunds, sums.Net)
		}
	}
}

func TestSumsByNameAddUp(t *testing.T) {
	lines := Judge(receiptsOf(
		gift{id: "1", name: "B", amount: "0.1"},
		gift{id: "2", name: "A", amount: "0.2"},
		gift{id: "3", name: "A", amount: "-0.3"},
		gift{id: "4", name: "", amount: "9"},
		gift{id: "5", name: "A", amount: "100", memo: "X"},
	))
	got := By(lines, func(l *Line) (string, string) { return l.Contributor, l.Contributor })
	if len(got) != 2 || got[0].Name != "B" || got[1].Amount.String() != "-0.1" || got[1].Count != 2 {
		t.Errorf("%+v", got)
	}
}
