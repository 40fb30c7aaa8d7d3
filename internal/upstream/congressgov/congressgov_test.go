package congressgov_test

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/congressgov"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	bills = "https://api.congress.gov/v3/bill/"
	hr21  = bills + "117/hr/21"
)

var key = map[string]string{"CONGRESS_API_KEY": "test"}

var noBill = upstreamtest.Answer{
	Status: 404,
	Body:   `{"error":"No Bill matches the given query.","request":{"billNumber":"21"}}`,
}

func TestBillHoldsToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Env: key,
		Answer: upstreamtest.Answer{URL: hr21, Body: `{"bill":{"congress":117,"type":"HR","number":"21",
"title":"FedRAMP","introducedDate":"2021-01-04","updateDate":"2022-03-25T01:16:59Z",
"legislationUrl":"https://www.congress.gov/bill/117th-congress/house-bill/21",
"latestAction":{"actionDate":"2021-01-06","text":"Received in the Senate."},
"policyArea":{"name":"Government Operations"},"cosponsors":{"count":2},"laws":[{"type":"Public Law","number":"117-1"}],
"sponsors":[{"bioguideId":"C001078","fullName":"Rep. Connolly [D-VA-11]","party":"D","state":"VA"}]}}`},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := congressgov.New(pool).Bill(ctx, 117, "hr", 21)
			return err
		},
		Required: []string{
			"bill", "bill.congress", "bill.type", "bill.number", "bill.introducedDate", "bill.updateDate",
			"bill.cosponsors.count", "bill.laws[].type", "bill.laws[].number", "bill.sponsors[].fullName",
			"bill.latestAction.text", "bill.policyArea.name",
		},
		Optional: []string{
			"bill.title", "bill.legislationUrl", "bill.latestAction", "bill.policyArea", "bill.cosponsors",
			"bill.sponsors", "bill.sponsors[].party", "bill.laws",
		},
		NoRecord: []upstreamtest.Answer{noBill},
	}.Hold(t)
}

func TestHistoryHoldsToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Env: key,
		Answer: upstreamtest.Answer{URL: hr21 + "/actions", Body: `{"actions":[
{"actionDate":"2021-01-06","text":"Received in the Senate.","type":"IntroReferral",
"sourceSystem":{"code":0,"name":"Senate"}},
{"actionDate":"2021-01-04","actionCode":"1000","text":"Introduced in House","type":"IntroReferral",
"sourceSystem":{"code":9,"name":"Library of Congress"}}],"pagination":{"count":2}}`},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := congressgov.New(pool).Actions(ctx, 117, "hr", 21)
			return err
		},
		Required: []string{
			"actions", "actions[].actionDate", "actions[].text", "actions[].sourceSystem",
			"actions[].sourceSystem.name", "pagination", "pagination.count",
		},
		Optional: []string{"actions[].type"},
		NoRecord: []upstreamtest.Answer{noBill},
	}.Hold(t)
}

func TestListsWithoutWhatTheySayAreRefused(t *testing.T) {
	for _, c := range []struct{ why, path, body string }{
		{"a history of nothing", "/actions", `{"actions":[],"pagination":{"count":0}}`},
		{"a history with a gap", "/actions", `{"actions":[{"actionDate":"2021-01-04","text":"Introduced in House",
"sourceSystem":{"name":"Library of Congress"}}],"pagination":{"count":2}}`},
		{"a history without the code of the introduction", "/actions", `{"actions":[{"actionDate":"2021-01-04",
"text":"Introduced in House","sourceSystem":{"name":"Library of Congress"}}],"pagination":{"count":1}}`},
		{"summaries that are not there", "/summaries", `{"summaries":[],"pagination":{"count":2}}`},
	} {
		world := upstreamtest.New(t, upstreamtest.Answer{URL: hr21 + c.path, Body: c.body})
		client := congressgov.New(world.Pool(t, key))

		var err error
		if c.path == "/actions" {
			_, err = client.Actions(t.Context(), 117, "hr", 21)
		} else {
			_, err = client.Summaries(t.Context(), 117, "hr", 21)
		}
		if upstream.KindOf(err) != upstream.BadResponse {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}

func TestListOfBillsHoldsToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Env: key,
		Answer: upstreamtest.Answer{URL: bills + "117", Body: `{"bills":[{"congress":117,"type":"HR",
"number":"3617","title":"MORE Act","latestAction":{"actionDate":"2022-04-01","text":"Passed."}}],
"pagination":{"count":1}}`},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := congressgov.New(pool).Recent(ctx, 117, 0)
			return err
		},
		Required: []string{"bills", "bills[].congress", "bills[].type", "bills[].number", "pagination.count"},
		Optional: []string{"bills[].title", "bills[].latestAction"},
	}.Hold(t)
}
