package ctgov

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const study = `{"protocolSection":{"identificationModule":{"nctId":"NCT00000001","briefTitle":"T"},
"statusModule":{"overallStatus":"COMPLETED","startDateStruct":{"date":"2020-01"}},
"sponsorCollaboratorsModule":{"leadSponsor":{"name":"S"}},"conditionsModule":{"conditions":["C"]},
"designModule":{"studyType":"INTERVENTIONAL","phases":["PHASE2"]},
"contactsLocationsModule":{"locations":[{"country":"France"}]}}}`

const results = `{"protocolSection":{"identificationModule":{"nctId":"NCT00000001","briefTitle":"T"},
"statusModule":{"overallStatus":"COMPLETED"}},"hasResults":true,"resultsSection":{
"outcomeMeasuresModule":{"outcomeMeasures":[{"type":"PRIMARY","title":"M","groups":[{"id":"G","title":"A"}],
"denoms":[{"units":"Eyes","counts":[{"groupId":"G","value":"2"}]}],
"classes":[{"categories":[{"measurements":[{"groupId":"G","value":"1"}]}]}]}]},
"adverseEventsModule":{"eventGroups":[{"id":"G","title":"A","seriousNumAffected":1}],
"seriousEvents":[{"term":"E","stats":[{"groupId":"G","numAffected":1}]}]}}}`

func TestAnswersAreHeldToTheirContracts(t *testing.T) {
	const (
		protocol = "protocolSection."
		outcomes = "resultsSection.outcomeMeasuresModule.outcomeMeasures"
	)
	unknown := upstreamtest.Answer{
		Status: http.StatusNotFound,
		Type:   "text/plain",
		Body:   "NCT number NCT00000001 not found",
	}
	one := upstreamtest.Answer{URL: Provider.BaseURL + "/studies/NCT00000001", Body: study}
	asked := []string{
		"identificationModule.nctId", "identificationModule.briefTitle", "statusModule", "statusModule.overallStatus",
		"statusModule.startDateStruct.date", "sponsorCollaboratorsModule",
		"sponsorCollaboratorsModule.leadSponsor.name", "conditionsModule.conditions", "designModule",
		"designModule.studyType", "designModule.phases",
	}
	var ofStudy, ofList []string
	for _, member := range asked {
		if member != "identificationModule.nctId" { // then it is another study
			ofStudy = append(ofStudy, protocol+member)
		}
		ofList = append(ofList, "studies[]."+protocol+member)
	}

	t.Run("study", func(t *testing.T) {
		upstreamtest.Contract{
			Answer:   one,
			Required: ofStudy,
			Optional: []string{protocol + "contactsLocationsModule", protocol + "statusModule.startDateStruct"},
			NoRecord: []upstreamtest.Answer{unknown},
			Call: func(_ context.Context, pool *upstream.Pool) error {
				_, err := New(pool).Protocol(t.Context(), "NCT00000001")
				return err
			},
		}.Hold(t)
	})
	t.Run("results", func(t *testing.T) {
		one.Body = results
		upstreamtest.Contract{
			Answer: one,
			Required: []string{
				"hasResults", "resultsSection", outcomes, outcomes + "[].type", outcomes + "[].denoms[].units",
				outcomes + "[].denoms[].counts[].value", outcomes + "[].classes[].categories[].measurements",
				outcomes + "[].classes[].categories[].measurements[].groupId",
				"resultsSection.adverseEventsModule.eventGroups", "resultsSection.adverseEventsModule.seriousEvents",
			},
			Optional: []string{outcomes + "[].denoms", "resultsSection.adverseEventsModule"},
			NoRecord: []upstreamtest.Answer{unknown},
			Call: func(_ context.Context, pool *upstream.Pool) error {
				_, err := New(pool).Results(t.Context(), "NCT00000001")
				return err
			},
		}.Hold(t)
	})
	t.Run("search", func(t *testing.T) {
		upstreamtest.Contract{
			Answer: upstreamtest.Answer{
				URL:  Provider.BaseURL + "/studies",
				Body: `{"studies":[` + study + `],"totalCount":2,"nextPageToken":"x"}`,
			},
			Required: append(ofList, "studies", "totalCount", "nextPageToken"),
			Call: func(_ context.Context, pool *upstream.Pool) error {
				_, err := New(pool).Search(t.Context(), Query{Condition: "c", Size: 1})
				return err
			},
		}.Hold(t)
	})
	t.Run("count", func(t *testing.T) {
		upstreamtest.Contract{
			Answer:   upstreamtest.Answer{URL: Provider.BaseURL + "/studies", Body: `{"studies":[],"totalCount":2}`},
			Required: []string{"totalCount"},
			Call: func(_ context.Context, pool *upstream.Pool) error {
				_, err := New(pool).Count(t.Context(), Query{Condition: "c"})
				return err
			},
		}.Hold(t)
	})
}

// TestNoUserAgentGoesOut checks what a server receives: the registry refuses User-Agents that name a program.
func TestNoUserAgentGoesOut(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if agent, ok := r.Header["User-Agent"]; ok {
			t.Errorf("User-Agent %q", agent)
		}
		_, _ = w.Write([]byte(study))
	}))
	defer server.Close()
	pool := upstream.NewPool(upstream.Options{
		DataDir:   t.TempDir(),
		UserAgent: "farebox/test",
		Lookup: func(name string) (string, bool) {
			return server.URL, name == "UPSTREAM_CTGOV_URL"
		},
	})

	if _, err := New(pool).Protocol(t.Context(), "NCT00000001"); err != nil || asked != 1 {
		t.Errorf("asked %d times: %v", asked, err)
	}
}
