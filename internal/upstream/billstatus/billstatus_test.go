package billstatus_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/billstatus"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	file = "https://www.govinfo.gov/bulkdata/BILLSTATUS/117/hr/BILLSTATUS-117hr21.xml"
	bill = `<billStatus><bill><number>21</number><type>HR</type><congress>117</congress><title>FedRAMP</title>
<introducedDate>2021-01-04</introducedDate><updateDate>2022-03-25T01:16:59Z</updateDate>
<cosponsors><item><fullName>Rep. A</fullName></item></cosponsors>
<laws><item><type>Public Law</type><number>117-1</number></item></laws>
<actions><item><actionDate>2021-01-04</actionDate><text>Introduced in House</text>
<sourceSystem><name>Library of Congress</name></sourceSystem></item></actions>
<summaries><summary><actionDate>2021-01-04</actionDate><cdata><text>A summary.</text></cdata></summary></summaries>
</bill></billStatus>`
)

func read(t *testing.T, body string) (*billstatus.Bill, error) {
	t.Helper()
	world := upstreamtest.New(t, upstreamtest.Answer{
		URL:  file,
		Type: "application/xml",
		Body: body,
	})
	return billstatus.New(world.Pool(t, nil)).Bill(t.Context(), 117, "hr", 21)
}

func TestFileWithoutWhatEveryBillHasIsRefusedByName(t *testing.T) {
	for _, c := range []struct{ element, in, member string }{
		{"bill", bill, "bill"},
		{"congress", bill, "bill.congress"},
		{"introducedDate", bill, "bill.introducedDate"},
		{"updateDate", bill, "bill.updateDate"},
		{"actions", bill, "bill.actions.item"},
		{"actionDate", bill, "bill.actions.item.actionDate"},
		{"sourceSystem", bill, "bill.actions.item.sourceSystem"},
		{"text", bill, "bill.actions.item.text"},
		{"type", strings.Replace(bill, "<type>HR</type>", "<billType>HR</billType>", 1), "bill.laws.item.type"},
		{"number", strings.Replace(bill, "<number>21</number>", "<billNumber>21</billNumber>", 1), "bill.laws.item.number"},
	} {
		t.Run(c.member, func(t *testing.T) {
			renamed := strings.NewReplacer("<"+c.element+">", "<renamed>", "</"+c.element+">", "</renamed>").
				Replace(c.in)
			_, err := read(t, renamed)

			var drift *upstream.Drift
			if upstream.KindOf(err) != upstream.BadResponse || !errors.As(err, &drift) || drift.Member != c.member {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestCosponsorsThatTheFileDoesNotSpeakOfAreNotNone(t *testing.T) {
	b, err := read(t, bill)
	if err != nil || b.Supporters() == nil || *b.Supporters() != 1 || b.Summaries[0].Text() != "A summary." {
		t.Fatalf("%+v, %v", b, err)
	}

	b, err = read(t, strings.ReplaceAll(bill, "cosponsors>", "renamed>"))
	if err != nil || b.Supporters() != nil {
		t.Errorf("without its element: %+v, %v", b, err)
	}

	b, err = read(t, strings.Replace(bill, "<item><fullName>Rep. A</fullName></item></cosponsors>", "</cosponsors>", 1))
	if err != nil || b.Supporters() == nil || *b.Supporters() != 0 {
		t.Errorf("with an empty one: %+v, %v", b, err)
	}
}
