package usptoodp

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const endpoint = "https://api.uspto.gov/api/v1/patent/applications/search"

var key = map[string]string{KeyVariable: "k"}

func says(status int, body string) upstreamtest.Answer {
	return upstreamtest.Answer{Method: http.MethodPost, URL: endpoint, Status: status, Body: body}
}

func TestConditionsStandInTheQuery(t *testing.T) {
	const owner = `(applicationMetaData.firstApplicantName:"ACME" OR ` +
		`applicationMetaData.applicantBag.applicantNameText:"ACME" OR ` +
		`assignmentBag.assigneeBag.assigneeNameText:"ACME")`
	const inventor = `applicationMetaData.inventorBag.lastName:"O'Neil"`
	const granted = ` AND applicationMetaData.patentNumber:*`
	for _, c := range []struct {
		query Query
		want  string
	}{
		{Query{Owners: []string{"ACME"}}, owner + granted},
		{Query{Inventor: "O’Neil"}, inventor + granted},
		{Query{Owners: []string{"ACME"}, Inventor: "O'Neil"}, owner + " AND " + inventor + granted},
		{Query{Owners: []string{"..."}}, ""},
		{Query{}, ""},
		{Query{Inventor: "x\" OR *:* \\\n(y)"}, `applicationMetaData.inventorBag.lastName:"x OR *:* (y)"` + granted},
	} {
		if got := c.query.lucene(); got != c.want {
			t.Errorf("%+v: %s, want %s", c.query, got, c.want)
		}
	}
	two := Query{Owners: []string{"A", "B"}}.lucene()
	if strings.Count(two, " OR ") != 5 {
		t.Errorf("%s", two)
	}
}

func TestWithoutAKeyNothingIsSent(t *testing.T) {
	world := upstreamtest.New(t, says(200, `{"count":0,"patentFileWrapperDataBag":[]}`))
	client := New(world.Pool(t, nil))
	_, err := client.Granted(t.Context(), Query{Owners: []string{"A"}, Limit: 5})
	if !errors.Is(err, upstream.NotConfigured) || client.Configured() == nil || len(world.Asked()) != 0 {
		t.Errorf("%v, asked %q", err, world.Asked())
	}
}

func TestAnswersOfThePortal(t *testing.T) {
	for _, c := range []struct {
		why    string
		answer upstreamtest.Answer
		want   upstream.Kind
	}{
		{"none", says(200, `{"count":0,"patentFileWrapperDataBag":[]}`), ""},
		{"no match", says(404, `{"detailedMessage":"No matching records found, refine your search"}`), ""},
		{"no match of old", says(404, `{"errorDetails":"No matching records found"}`), ""},
		{"another 404", says(404, `{"message":"Missing route"}`), upstream.BadResponse},
		{"404 in HTML", says(404, `<html>`), upstream.BadResponse},
		{"bad key", says(403, `{"message":"Forbidden"}`), upstream.Unauthorized},
		{"bad filter", says(400, `{}`), upstream.Invalid},
		{"throttled", upstreamtest.Answer{
			Method: http.MethodPost,
			URL:    endpoint,
			Status: 429,
			Header: map[string]string{"Retry-After": "900"},
		}, upstream.RateLimited},
		{"no list", says(200, `{"count":3}`), upstream.BadResponse},
		{"none of those that it counts", says(200, `{"count":3,"patentFileWrapperDataBag":[]}`), upstream.BadResponse},
	} {
		t.Run(c.why, func(t *testing.T) {
			world := upstreamtest.New(t, c.answer)
			page, err := New(world.Pool(t, key)).Granted(t.Context(), Query{Owners: []string{"A"}, Limit: 5})
			if upstream.KindOf(err) != c.want {
				t.Errorf("%v, want %q", err, c.want)
			}
			if err == nil && (page.Total != 0 || len(page.Patents) != 0) {
				t.Errorf("%+v", page)
			}
		})
	}
}

func TestPatentsHoldToTheirContract(t *testing.T) {
	const bag = "patentFileWrapperDataBag"
	upstreamtest.Contract{
		Env: key,
		Answer: says(200, `{"count":1,"patentFileWrapperDataBag":[{"applicationNumberText":"1","applicationMetaData":{
"patentNumber":"9","grantDate":"2020-01-02","inventionTitle":"T"},"assignmentBag":[{"assignmentRecordedDate":"2022-01-02",
"conveyanceText":"ASSIGNMENT","assigneeBag":[{"assigneeNameText":"B"}]}]}]}`),
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Granted(ctx, Query{Owners: []string{"A"}, Limit: 5})
			return err
		},
		Required: []string{
			"count",
			bag,
			bag + "[].applicationNumberText",
			bag + "[].applicationMetaData",
			bag + "[].applicationMetaData.patentNumber",
			bag + "[].assignmentBag[].assignmentRecordedDate",
			bag + "[].assignmentBag[].conveyanceText",
			bag + "[].assignmentBag[].assigneeBag",
			bag + "[].assignmentBag[].assigneeBag[].assigneeNameText",
		},
		Optional: []string{bag + "[].assignmentBag", bag + "[].applicationMetaData.inventionTitle"},
	}.Hold(t)
}

func TestOwnerIsTheOneOfTheLastTransfer(t *testing.T) {
	for _, c := range []struct {
		why, assignments, want string
	}{
		{"latest first", `{"assignmentRecordedDate":"2022-01-02","conveyanceText":"ASSIGNMENT OF ASSIGNORS INTEREST",
			"assigneeBag":[{"assigneeNameText":"B"}]},{"assignmentRecordedDate":"2020-01-02",
			"conveyanceText":"ASSIGNMENT","assigneeBag":[{"assigneeNameText":"A"}]}`, "B"},
		{"latest last", `{"assignmentRecordedDate":"2020-01-02","conveyanceText":"ASSIGNMENT",
			"assigneeBag":[{"assigneeNameText":"A"}]},{"assignmentRecordedDate":"2022-01-02",
			"conveyanceText":"CHANGE OF NAME","assigneeBag":[{"assigneeNameText":"B"}]}`, "B"},
		{"a bank's security is no transfer", `{"assignmentRecordedDate":"2023-01-02",
			"conveyanceText":"SECURITY INTEREST","assigneeBag":[{"assigneeNameText":"BANK"}]},
			{"assignmentRecordedDate":"2020-01-02","conveyanceText":"ASSIGNMENT",
			"assigneeBag":[{"assigneeNameText":"A"},{"assigneeNameText":"A2"}]}`, "A, A2"},
		{"a record without words may be anything", `{"assignmentRecordedDate":"2023-01-02","conveyanceText":null,
			"assigneeBag":[{"assigneeNameText":"BANK"}]}`, ""},
		{"a later record without words may have changed the owner", `{"assignmentRecordedDate":"2023-01-02",
			"conveyanceText":null,"assigneeBag":[{"assigneeNameText":"B"}]},{"assignmentRecordedDate":"2020-01-02",
			"conveyanceText":"ASSIGNMENT","assigneeBag":[{"assigneeNameText":"A"}]}`, ""},
		{"none: the applicant is no assignee", ``, ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			world := upstreamtest.New(t, says(200, `{"count":2,"patentFileWrapperDataBag":[{"applicationNumberText":"1",
				"applicationMetaData":{"patentNumber":"9","applicationTypeLabelName":"Utility",
				"firstApplicantName":"APPLICANT","firstInventorName":"I"},"assignmentBag":[`+c.assignments+`]},
				{"applicationNumberText":"2","applicationMetaData":{"inventionTitle":"not granted"}}]}`))
			page, err := New(world.Pool(t, key)).Granted(t.Context(), Query{Owners: []string{"A"}, Limit: 5})
			if err != nil || len(page.Patents) != 1 {
				t.Fatalf("%+v, %v", page, err)
			}
			p := page.Patents[0]
			if strings.Join(p.Assignees, ", ") != c.want || p.Inventors[0] != "I" || p.Type != "utility" {
				t.Errorf("%+v", p)
			}
		})
	}
}

func TestOtherRecordedAnswers(t *testing.T) {
	none := says(404, string(samples.Read(t, "uspto_odp/error_404_no_match.json")))
	page, err := New(upstreamtest.New(t, none).Pool(t, key)).Granted(t.Context(), Query{Inventor: "Zzzz", Limit: 5})
	if err != nil || page.Total != 0 {
		t.Errorf("%+v, %v", page, err)
	}

	var old struct {
		Wrappers []wrapper `json:"patentBag"` // the name of before mid-2025
	}
	if err := json.Unmarshal(samples.Read(t, "uspto_odp/assignment.json"), &old); err != nil {
		t.Fatal(err)
	}
	got := lastAssignees(old.Wrappers[0].Assignments)
	if strings.Join(got, ", ") != "THE GENERAL HOSPITAL CORPORATION" {
		t.Errorf("%q", got)
	}
}
