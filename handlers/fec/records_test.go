package fec

import (
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/fec/fectest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// transferred makes a transfer between committees of a receipt: on line 12, from a committee that the FEC knows.
func transferred(g fectest.Gift, from string) string {
	return strings.NewReplacer(
		`"line_number":"11AI"`, `"line_number":"12"`,
		`"entity_type":"IND","is_individual":true`, `"entity_type":"COM","is_individual":false,"contributor_id":"`+from+`"`,
		`"receipt_type_full":"EARMARK"`, `"receipt_type":"18G","receipt_type_full":"TRANSFER IN AFFILIATED"`,
	).Replace(g.Row())
}

// plain is a gift that no conduit passed on.
func plain(g fectest.Gift) string {
	return strings.Replace(g.Row(), `"receipt_type_full":"EARMARK"`, `"receipt_type_full":"CONTRIBUTION"`, 1)
}

// TestLabelledReceipts: memo entries, transfers, and lines that change others.
func TestLabelledReceipts(t *testing.T) {
	const (
		joint     = "C00700001" // a committee that raises money for several
		campaign  = "C00700002"
		onlyOne   = "summary.counted"
		net       = "total_amount_usd"
		firstWhy  = "contributions.0.not_counted_because"
		secondWhy = "contributions.1.not_counted_because"
	)
	for _, c := range []struct {
		why  string
		rows []string
		want map[string]any
	}{
		{
			"a memo entry that explains a gift",
			[]string{
				plain(fectest.Gift{SubID: "1", Name: "A, B", Amount: "500", Date: "2018-03-01", Committee: campaign}),
				plain(fectest.Gift{SubID: "2", Name: "A, B", Amount: "500", Date: "2018-03-01", Committee: campaign, Memo: "X",
					Text: "PARTNERSHIP ATTRIBUTION"}),
			},
			map[string]any{net: 500, onlyOne: 1, secondWhy: "memo"},
		},
		{
			"a gift to a joint committee, and the memo entry of the campaign that got a part",
			[]string{
				plain(fectest.Gift{SubID: "1", Name: "A, B", Amount: "5000", Date: "2018-03-01", Committee: joint}),
				plain(fectest.Gift{SubID: "2", Name: "A, B", Amount: "2700", Date: "2018-03-31", Committee: campaign, Memo: "X",
					Text: "JFC ATTRIB"}),
			},
			map[string]any{net: 5000, secondWhy: "memo"},
		},
		{
			"a transfer from a committee whose own receipts are in the answer is the same money",
			[]string{
				plain(fectest.Gift{SubID: "1", Name: "A, B", Amount: "5000", Date: "2018-03-01", Committee: joint}),
				transferred(fectest.Gift{SubID: "2", Name: "JOINT FUND", Amount: "4000", Date: "2018-03-31",
					Committee: campaign}, joint),
			},
			map[string]any{net: 5000, onlyOne: 1, secondWhy: "transfer"},
		},
		{
			"a transfer from a committee of which nothing else is in the answer counts",
			[]string{
				transferred(fectest.Gift{SubID: "2", Name: "JOINT FUND", Amount: "4000", Date: "2018-03-31",
					Committee: campaign}, joint),
			},
			map[string]any{net: 4000, onlyOne: 1},
		},
		{
			"a transfer with memo entries of the givers: the transfer counts, the givers do not",
			[]string{
				transferred(fectest.Gift{SubID: "1", Name: "JOINT FUND", Amount: "4000", Date: "2018-03-31",
					Committee: campaign}, joint),
				plain(fectest.Gift{SubID: "2", Name: "A, B", Amount: "2700", Date: "2018-03-01", Committee: campaign, Memo: "X"}),
				plain(fectest.Gift{SubID: "3", Name: "C, D", Amount: "1300", Date: "2018-03-01", Committee: campaign, Memo: "X"}),
			},
			map[string]any{net: 4000, onlyOne: 1},
		},
		{
			"a gift designated anew: one line off, one on",
			[]string{
				plain(fectest.Gift{SubID: "1", Name: "A, B", Amount: "5400", Date: "2018-03-01", Committee: campaign}),
				plain(fectest.Gift{SubID: "2", Name: "A, B", Amount: "-2700", Date: "2018-03-20", Committee: campaign,
					Text: "REDESIGNATION TO GENERAL"}),
				plain(fectest.Gift{SubID: "3", Name: "A, B", Amount: "2700", Date: "2018-03-20", Committee: campaign,
					Text: "REDESIGNATION FROM PRIMARY"}),
			},
			map[string]any{net: 5400, onlyOne: 3, "summary.refunded_usd": -2700},
		},
		{
			"a gift attributed anew to a spouse, as memo entries: nothing changes",
			[]string{
				plain(fectest.Gift{SubID: "1", Name: "A, B", Amount: "5400", Date: "2018-03-01", Committee: campaign}),
				plain(fectest.Gift{SubID: "2", Name: "A, B", Amount: "-2700", Date: "2018-03-20", Committee: campaign, Memo: "X",
					Text: "REATTRIBUTION TO SPOUSE"}),
				plain(fectest.Gift{SubID: "3", Name: "A, C", Amount: "2700", Date: "2018-03-20", Committee: campaign, Memo: "X",
					Text: "REATTRIBUTION FROM SPOUSE"}),
			},
			map[string]any{net: 5400, onlyOne: 1},
		},
		{
			"a refund of all of it",
			[]string{
				plain(fectest.Gift{SubID: "1", Name: "A, B", Amount: "500", Date: "2018-03-01", Committee: campaign}),
				plain(fectest.Gift{SubID: "2", Name: "A, B", Amount: "-500", Date: "2018-04-01", Committee: campaign}),
			},
			map[string]any{net: 0, onlyOne: 2, "summary.given_usd": 500},
		},
		{
			"an amended filing turns a gift into a memo entry",
			[]string{
				plain(fectest.Gift{SubID: "2", Transaction: "T1", Name: "A, B", Amount: "500", Date: "2018-03-01",
					Committee: campaign, File: 20, Memo: "X", Action: "C"}),
				plain(fectest.Gift{SubID: "1", Transaction: "T1", Name: "A, B", Amount: "500", Date: "2018-03-01",
					Committee: campaign, File: 10, Action: "N"}),
			},
			map[string]any{net: nil, onlyOne: 0, firstWhy: "memo", secondWhy: "superseded"},
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, upstreamtest.Answer{URL: fectest.Receipts,
				Body: fectest.Page(len(c.rows), true, "", c.rows...)})
			_, got := s.Get("/fec/contributions", "employer", "Netflix", "period", "2018")
			handlertest.Holds(t, got, c.want)
		})
	}
}
