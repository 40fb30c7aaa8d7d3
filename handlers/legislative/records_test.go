package legislative

import (
	"fmt"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/legislative/legislativetest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestLabelledBillsOfOneNumber: a number begins anew with each Congress, and each type has its own.
func TestLabelledBillsOfOneNumber(t *testing.T) {
	file := func(congress int, kind, title, more string) string {
		return fmt.Sprintf(`<?xml version="1.0"?><billStatus><bill><number>1</number><type>%s</type>`+
			`<congress>%d</congress><title>%s</title><introducedDate>%d-01-04</introducedDate>`+
			`<updateDate>2022-12-30T11:18:31Z</updateDate><sponsors><item><bioguideId>S1</bioguideId><fullName>Rep. A [D-MD-3]</fullName></item></sponsors><cosponsors/><laws>%s</laws><actions><item>`+
			`<actionDate>%d-01-04</actionDate><text>Introduced</text><type>IntroReferral</type><actionCode>%s</actionCode>`+
			`<sourceSystem><code>9</code><name>Library of Congress</name></sourceSystem></item></actions>`+
			`<latestAction><actionDate>%d-01-04</actionDate><text>Introduced</text></latestAction></bill></billStatus>`,
			kind, congress, title, 1787+2*congress, more, 1787+2*congress,
			map[byte]string{'H': "1000", 'S': "10000"}[kind[0]], 1787+2*congress)
	}
	address := func(congress int, kind string) string {
		return fmt.Sprintf("%s%d/%s/BILLSTATUS-%d%s1.xml", legislativetest.Files, congress, kind, congress, kind)
	}
	s, _ := service(t, nil,
		xmlFile(address(116, "hr"), file(116, "HR", "For the People Act of 2019", "")),
		xmlFile(address(117, "hr"), file(117, "HR", "For the People Act of 2021", "")),
		xmlFile(address(117, "s"), file(117, "S", "Another Act", "")),
		xmlFile(address(117, "hres"), file(117, "HRES", "Electing officers", "")),
		xmlFile(address(118, "hr"), file(117, "HR", "For the People Act of 2021", "")),
	)
	for _, c := range []struct {
		why  string
		id   string
		want map[string]any
	}{
		{"of one Congress", "hr1-116", map[string]any{
			"bill.title": "For the People Act of 2019", "bill.introduced_date": "2019-01-04"}},
		{"of the next one", "hr1-117", map[string]any{
			"bill.title": "For the People Act of 2021", "bill.introduced_date": "2021-01-04"}},
		{"of the other chamber", "s1-117", map[string]any{
			"bill.title": "Another Act", "bill.origin_chamber": "senate"}},
		{"a resolution of the number", "hres1-117", map[string]any{
			"bill.title": "Electing officers", "bill.url": "https://www.congress.gov/bill/117th-congress/house-resolution/1"}},
		{"the file of another Congress is refused", "hr1-118", map[string]any{"code": "upstream_failed"}},
	} {
		t.Run(c.why, func(t *testing.T) {
			_, got := s.Get("/legislative/bill", "bill_id", c.id)
			handlertest.Holds(t, got, c.want)
		})
	}
}

// TestLabelledDockets: copies of a document, and marks that the dates speak against.
func TestLabelledDockets(t *testing.T) {
	document := func(id, object, fr, open, from, until string) string {
		quoted := func(text string) string {
			if text == "" {
				return "null"
			}
			return fmt.Sprintf("%q", text)
		}
		return fmt.Sprintf(`{"id":%q,"attributes":{"title":"One","documentType":"Proposed Rule","docketId":"A-2020-0001",
"agencyId":"A","openForComment":%s,"commentStartDate":%s,"commentEndDate":%s,"objectId":%q,
"frDocNum":%s,"postedDate":"2020-07-01T04:00:00Z"}}`, id, open, quoted(from), quoted(until), object, quoted(fr))
	}
	const (
		from = "2020-07-02T04:00:00Z"
		past = "2021-09-02T03:59:59Z"
		next = "2026-12-02T04:59:59Z"
	)
	comment := func(id string, n int) upstreamtest.Answer {
		return upstreamtest.Answer{URL: comments + "?filter[commentOnId]=" + id,
			Body: fmt.Sprintf(`{"data":[],"meta":{"totalElements":%d}}`, n)}
	}
	for _, c := range []struct {
		why       string
		documents []string
		want      map[string]any
	}{
		{
			why: "two documents, each with its comments",
			documents: []string{
				document("A-2020-0001-0001", "09a", "2020-1", "false", from, past),
				document("A-2020-0001-0002", "09b", "2020-2", "false", from, past),
			},
			want: map[string]any{"commentCount": 12, "count": 2},
		},
		{
			why: "two entries of one document: its comments are counted once",
			documents: []string{
				document("A-2020-0001-0001", "09a", "2020-1", "false", from, past),
				document("A-2020-0001-0001", "09a", "2020-1", "false", from, past),
			},
			want: map[string]any{"commentCount": 7},
		},
		{
			why: "two copies of one Federal Register document under two ids with the same comments",
			documents: []string{
				document("A-2020-0001-0001", "09a", "2020-1", "false", from, past),
				document("A-2020-0001-0009", "09a", "2020-1", "false", from, past),
			},
			want: map[string]any{"commentCount": 7, "documents.0.comment_count": 7, "documents.1.comment_count": 7},
		},
		{
			why:       "open, with an end that is past",
			documents: []string{document("A-2020-0001-0001", "09a", "2020-1", "true", from, past)},
			want:      map[string]any{"documents.0.open_for_comment": false, "documents.0.comment_end_date": "2021-09-01"},
		},
		{
			why:       "open, with an end ahead",
			documents: []string{document("A-2020-0001-0001", "09a", "2020-1", "true", from, next)},
			want:      map[string]any{"documents.0.open_for_comment": true},
		},
		{
			why:       "marked as open, without an end: the mark alone is left standing for years",
			documents: []string{document("A-2020-0001-0001", "09a", "2020-1", "true", from, "")},
			want:      map[string]any{"documents.0.open_for_comment": nil},
		},
		{
			why: "open, with an end ahead, and withdrawn",
			documents: []string{strings.Replace(document("A-2020-0001-0001", "09a", "2020-1", "true", from, next),
				`"openFor`, `"withdrawn":true,"openFor`, 1)},
			want: map[string]any{"documents.0.open_for_comment": false, "documents.0.withdrawn": true},
		},
		{
			why:       "closed before its end",
			documents: []string{document("A-2020-0001-0001", "09a", "2020-1", "false", from, next)},
			want:      map[string]any{"documents.0.open_for_comment": false},
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, legislativetest.Keys(),
				upstreamtest.Answer{URL: legislativetest.Regulations + "dockets/A-2020-0001",
					Body: `{"data":{"id":"A-2020-0001","attributes":{"title":"T","docketType":"Rulemaking","agencyId":"A"}}}`},
				upstreamtest.Answer{URL: ruleFiles, Body: fmt.Sprintf(`{"data":[%s],"meta":{"totalElements":%d}}`,
					strings.Join(c.documents, ","), len(c.documents))},
				upstreamtest.Answer{URL: comments + "?filter[docketId]=A-2020-0001", Status: 400, Body: badFilter},
				comment("09a", 7), comment("09b", 5))
			_, got := s.Get("/legislative/rulemaking", "docket_id", "A-2020-0001")
			handlertest.Holds(t, got, c.want)
		})
	}
}

// TestLabelledCopiesInTheRegister: two documents of the Federal Register that are one document of the docket.
func TestLabelledCopiesInTheRegister(t *testing.T) {
	list := `{"count":2,"results":[
{"title":"A rule","type":"Rule","document_number":"2020-1","html_url":"https://www.federalregister.gov/d/2020-1",
"publication_date":"2020-11-01","agencies":[]},
{"title":"A rule; correction","type":"Rule","document_number":"2020-2",
"html_url":"https://www.federalregister.gov/d/2020-2","publication_date":"2020-11-05","agencies":[]}]}`
	one := func(number, id string, n int) upstreamtest.Answer {
		return upstreamtest.Answer{URL: registered + "/" + number + ".json", Body: fmt.Sprintf(`{"document_number":%q,
"title":"A rule","type":"Rule","html_url":"https://www.federalregister.gov/d/x","publication_date":"2020-11-01",
"agencies":[],"regulations_dot_gov_info":{"document_id":%q,"comments_count":%d}}`, number, id, n)}
	}
	for _, c := range []struct {
		why    string
		second string
		want   map[string]any
	}{
		{"a document of its own", "A-2020-0001-0003", map[string]any{"commentCount": 62}},
		{"a copy of the first", "A-2020-0001-0002", map[string]any{"commentCount": 31}},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, nil,
				upstreamtest.Answer{URL: registered + ".json?conditions[docket_id]=A-2020-0001", Body: list},
				one("2020-1", "A-2020-0001-0002", 31), one("2020-2", c.second, 31))
			_, got := s.Get("/legislative/rulemaking", "docket_id", "A-2020-0001")
			handlertest.Holds(t, got, c.want)
		})
	}
}
