package trials

import (
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/trials/trialstest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestNumbersAreOnlyThose(t *testing.T) {
	cases := []struct{ text, want string }{
		{"25.30", "25.30"},
		{"-0.5", "-0.5"},
		{".05", "0.05"},
		{"-.05", "-0.05"},
		{" 7 ", "7"},
		{"0", "0"},
		{"NA", ""},
		{"<0.001", ""},
		{">100", ""},
		{"1,234", ""},
		{"0,74", ""},
		{"1e5", ""},
		{"007", ""},
		{"12%", ""},
		{"", ""},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			got := ""
			if n := number(c.text); n != nil {
				got = n.String()
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// results are those of a crossover study of eyes with two periods, values that could not be estimated and analyses that
// give bounds.
const results = `{"protocolSection":{"identificationModule":{"nctId":"NCT00000001","briefTitle":"Drops"},
"statusModule":{"overallStatus":"TERMINATED","whyStopped":"slow"}},"hasResults":true,"resultsSection":{
"participantFlowModule":{"groups":[{"id":"FG0","title":"Drug then placebo"},{"id":"FG1","title":"Placebo then drug"}],
 "periods":[
  {"title":"First","milestones":[
   {"type":"STARTED","achievements":[{"groupId":"FG0","numSubjects":"10"},{"groupId":"FG1","numSubjects":"12"}]},
   {"type":"COMPLETED","achievements":[{"groupId":"FG0","numSubjects":"9"},{"groupId":"FG1","numSubjects":"NA"}]}]},
  {"title":"Second","milestones":[
   {"type":"STARTED","achievements":[{"groupId":"FG0","numSubjects":"9"},{"groupId":"FG1","numSubjects":"0"}]},
   {"type":"COMPLETED","achievements":[{"groupId":"FG0","numSubjects":"8"},{"groupId":"FG1","numSubjects":"0"}]}]}]},
"outcomeMeasuresModule":{"outcomeMeasures":[
 {"type":"PRIMARY","title":"Pressure","paramType":"MEDIAN","dispersionType":"95% Confidence Interval",
  "unitOfMeasure":"mmHg","denomUnitsSelected":"Eyes","reportingStatus":"POSTED",
  "groups":[{"id":"OG0","title":"Drug"},{"id":"OG1","title":"Placebo"}],
  "denoms":[
   {"units":"Participants","counts":[{"groupId":"OG0","value":"10"},{"groupId":"OG1","value":"12"}]},
   {"units":"Eyes","counts":[{"groupId":"OG0","value":"20"},{"groupId":"OG1","value":"23"}]}],
  "classes":[
   {"title":"Week 1","categories":[{"measurements":[
    {"groupId":"OG0","value":"14.50","lowerLimit":"13.2","upperLimit":"NA","comment":"Too few events."},
    {"groupId":"OG1","value":"0"}]}]},
   {"title":"Week 2","denoms":[{"units":"Eyes","counts":[{"groupId":"OG0","value":"18"}]}],
    "categories":[{"title":"Left","measurements":[{"groupId":"OG0","value":"NA","spread":"1.5"}]}]}],
  "analyses":[{"groupIds":["OG0","OG1"],"pValue":"<0.001","paramType":"Median Difference","paramValue":"<1",
   "ciPctValue":"97.5","ciNumSides":"ONE_SIDED","ciUpperLimit":"-0.2"}]},
 {"type":"PRIMARY","title":"Never measured","reportingStatus":"NOT_POSTED","dispersionType":"NA"},
 {"type":"POST_HOC","title":"Else"}]},
"adverseEventsModule":{"frequencyThreshold":"0","eventGroups":[
  {"id":"EG0","title":"Drug","seriousNumAffected":0,"seriousNumAtRisk":10},
  {"id":"EG1","title":"Placebo","seriousNumAffected":1,"seriousNumAtRisk":12,
   "deathsNumAffected":0,"deathsNumAtRisk":12}],
 "seriousEvents":[
  {"term":"Rash","stats":[{"groupId":"EG0","numAffected":0,"numAtRisk":10},{"groupId":"EG1","numAtRisk":12}]},
  {"term":"Fall","stats":[{"groupId":"EG0","numAffected":0,"numAtRisk":10},
   {"groupId":"EG1","numAffected":1,"numAtRisk":12}]}]}}}`

func TestResultsKeepUnitsBoundsAndWhatIsUnknown(t *testing.T) {
	s, _ := service(t, upstreamtest.Answer{URL: trialstest.Study + "NCT00000001", Body: results})
	_, got := s.Get("/trials/results", "nct", "NCT00000001")
	handlertest.Holds(t, got, map[string]any{
		"has_results": true,
		"note":        nil,

		"participant_flow.started":                      22,
		"participant_flow.completed":                    nil, // of two periods
		"participant_flow.periods.0.completed":          nil, // for a group without a number
		"participant_flow.periods.0.groups.1.completed": nil,
		"participant_flow.periods.1.started":            9,
		"participant_flow.periods.1.groups.1.completed": 0,

		"primary_outcomes_total":                   2,
		"secondary_outcomes_total":                 0,
		"primary_outcomes.0.unit":                  "mmHg",
		"primary_outcomes.0.analysed_unit":         "Eyes",
		"primary_outcomes.0.spread_type":           "95% Confidence Interval",
		"primary_outcomes.0.groups.0.n":            20,
		"primary_outcomes.0.groups.1.n":            23,
		"primary_outcomes.1.spread_type":           nil,
		"primary_outcomes.1.reporting_status":      "NOT_POSTED",
		"primary_outcomes.1.groups":                nil, // never measured
		"primary_outcomes.0.analyses.0.p_value":    "<0.001",
		"primary_outcomes.0.analyses.0.estimate":   nil,
		"primary_outcomes.0.analyses.0.ci_pct":     97.5,
		"primary_outcomes.0.analyses.0.ci_sides":   "ONE_SIDED",
		"primary_outcomes.0.analyses.0.ci_low":     nil,
		"primary_outcomes.0.analyses.0.ci_high":    -0.2,
		"primary_outcomes.0.analyses.0.groups.1":   "Placebo",
		"primary_outcomes.0.groups.0.values.0.n":   20,
		"primary_outcomes.0.groups.1.values.0.n":   23,
		"primary_outcomes.0.groups.0.values.1.n":   18,
		"primary_outcomes.0.groups.1.values.1":     nil,
		"primary_outcomes.0.groups.0.values.0.low": 13.2,

		"primary_outcomes.0.groups.0.values.0.class":      "Week 1",
		"primary_outcomes.0.groups.0.values.0.category":   nil,
		"primary_outcomes.0.groups.0.values.0.value":      14.5,
		"primary_outcomes.0.groups.0.values.0.value_text": "14.50",
		"primary_outcomes.0.groups.0.values.0.high":       nil,
		"primary_outcomes.0.groups.0.values.0.comment":    "Too few events.",
		"primary_outcomes.0.groups.1.values.0.value":      0,
		"primary_outcomes.0.groups.0.values.1.value":      nil,
		"primary_outcomes.0.groups.0.values.1.value_text": "NA",
		"primary_outcomes.0.groups.0.values.1.spread":     1.5,
		"primary_outcomes.0.groups.0.values.1.category":   "Left",

		"adverse_events.other_threshold_pct":             0,
		"adverse_events.groups.0.serious_affected":       0,
		"adverse_events.groups.0.deaths":                 nil,
		"adverse_events.groups.1.deaths":                 0,
		"adverse_events.serious_terms":                   2,
		"adverse_events.top_serious.0.term":              "Fall",
		"adverse_events.top_serious.0.groups.1.at_risk":  12,
		"adverse_events.top_serious.1.groups.1.affected": nil,
	})
}

func TestEyesAreNotTakenForParticipants(t *testing.T) {
	const participants = `{"units":"Participants","counts":[{"groupId":"OG0","value":"10"},{"groupId":"OG1","value":"12"}]}`
	for _, c := range []struct {
		why     string
		changes []string // of the recorded outcome, by pairs
		unit, n any
		ofClass any // in a week with a number of its own
	}{
		{"the record selects the unit", nil, "Eyes", 20, 18},
		{"of two units none is selected", []string{`"denomUnitsSelected":"Eyes",`, ""}, nil, nil, nil},
		{"what is selected is not there", []string{`"denomUnitsSelected":"Eyes"`, `"denomUnitsSelected":"Implants"`}, "Implants", nil, nil},
		{"the only unit", []string{`"denomUnitsSelected":"Eyes",`, "", participants + ",", ""}, "Eyes", 20, 18},
		{"a week in another unit than the only one", []string{`"denomUnitsSelected":"Eyes",`, "", participants + ",", "",
			`[{"units":"Eyes","counts":[{"groupId":"OG0","value":"18"}]}]`,
			`[{"units":"Participants","counts":[{"groupId":"OG0","value":"9"}]}]`}, "Eyes", 20, nil},
	} {
		t.Run(c.why, func(t *testing.T) {
			body := strings.NewReplacer(c.changes...).Replace(results)
			s, _ := service(t, upstreamtest.Answer{URL: trialstest.Study + "NCT00000001", Body: body})
			_, got := s.Get("/trials/results", "nct", "NCT00000001")
			handlertest.Holds(t, got, map[string]any{
				"primary_outcomes.0.analysed_unit": c.unit,
				"primary_outcomes.0.groups.0.n":    c.n,

				"primary_outcomes.0.groups.0.values.1.n": c.ofClass,
			})
		})
	}
}

func TestPostedResultsThatAreMissingAreAFailure(t *testing.T) {
	s, _ := service(t, upstreamtest.Answer{
		URL:  trialstest.Study + "NCT00000001",
		Body: `{"protocolSection":{"identificationModule":{"nctId":"NCT00000001"}},"hasResults":true}`,
	})
	if status, got := s.Get("/trials/results", "nct", "NCT00000001"); status != 502 {
		t.Errorf("status %d: %v", status, got)
	}
}
