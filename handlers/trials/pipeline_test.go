package trials

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/trials/trialstest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// found is the registry's answer to words: the number of studies under each reading, and the studies themselves.
func found(intervention, condition, sponsor int, studies ...string) []upstreamtest.Answer {
	var answers []upstreamtest.Answer
	counts := map[string]int{"query.intr": intervention, "query.cond": condition, "query.spons": sponsor}
	for name, count := range counts {
		answers = append(answers, upstreamtest.Answer{
			URL:  trialstest.Studies + "?pageSize=1&" + name + "=words",
			Body: fmt.Sprintf(`{"studies":[],"totalCount":%d}`, count),
		}, upstreamtest.Answer{
			URL: trialstest.Studies + "?pageSize=1000&" + name + "=words",
			Body: fmt.Sprintf(`{"studies":[%s],"totalCount":%d,"nextPageToken":"next"}`,
				strings.Join(studies, ","), max(count, len(studies))),
		})
	}
	return answers
}

// trial is a study: its number, phases, status and date of primary completion.
func trial(number int, phases, status, primary string) string {
	kind := "OBSERVATIONAL"
	list := ""
	if phases != "" {
		kind = "INTERVENTIONAL"
		list = `"` + strings.ReplaceAll(phases, "+", `","`) + `"`
	}
	return fmt.Sprintf(`{"protocolSection":{"identificationModule":{"nctId":"NCT%08d","briefTitle":"T"},
"statusModule":{"overallStatus":%q,"primaryCompletionDateStruct":{"date":%q}},
"sponsorCollaboratorsModule":{"leadSponsor":{"name":"S"}},"conditionsModule":{"conditions":["C"]},
"designModule":{"studyType":%q,"phases":[%s]}}}`, number, status, primary, kind, list)
}

func TestWordsAreReadAsWhatMostStudiesAreFoundFor(t *testing.T) {
	one := trial(1, "PHASE1", "COMPLETED", "2020-01")
	cases := []struct {
		why      string
		counts   [3]int
		as       string
		want     string
		warnings int
		asked    int
	}{
		{"a molecule", [3]int{600, 200, 0}, "", "intervention", 0, 4},
		{"a disease, whose name is in titles too", [3]int{4500, 5000, 3}, "", "condition", 1, 4},
		{"a company, named in titles too", [3]int{300, 20, 900}, "", "sponsor", 0, 4},
		{"as many", [3]int{5, 5, 5}, "", "intervention", 2, 4},
		{"the caller knows", [3]int{600, 200, 1}, "sponsor", "sponsor", 0, 1},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			s, world := service(t, found(c.counts[0], c.counts[1], c.counts[2], one)...)
			query := []string{"intr", "words"}
			if c.as != "" {
				query = append(query, "as", c.as)
			}
			_, got := s.Get("/trials/pipeline", query...)
			warnings := 0
			for _, w := range handlertest.Member(got, "warnings").([]any) {
				if strings.HasPrefix(w.(string), "read as") {
					warnings++
				}
			}
			if got["matched_as"] != c.want || warnings != c.warnings || len(world.Asked()) != c.asked {
				t.Errorf("%v with %v, asked %d times", got["matched_as"], got["warnings"], len(world.Asked()))
			}
		})
	}
}

func TestPipelineCountsEachStudyOnce(t *testing.T) {
	s, _ := service(t, found(2400, 0, 0,
		trial(1, "PHASE1", "COMPLETED", "2020-01"),
		trial(2, "PHASE1+PHASE2", "RECRUITING", "2027-01-31"),
		trial(3, "PHASE2", "ACTIVE_NOT_RECRUITING", "2026-11"),
		trial(4, "PHASE2", "COMPLETED", "2027-01"),
		trial(5, "PHASE4", "WITHDRAWN", "2027-01"),
		trial(6, "NA", "UNKNOWN", ""),
		trial(7, "", "RECRUITING", "2027-01"),
		trial(8, "PHASE3", "NOT_YET_RECRUITING", "2027-12"),
		trial(9, "PHASE3", "SOMETHING_NEW", "2027-01"),
		trial(10, "PHASE2", "RECRUITING", "2026-11-19"),
		trial(11, "PHASE2", "RECRUITING", "2027-11-20"),
		trial(12, "PHASE2", "RECRUITING", "2027-11-21"),
		trial(13, "PHASE2", "RECRUITING", "2027"),
	)...)
	_, got := s.Get("/trials/pipeline", "intr", "words")
	handlertest.Holds(t, got, map[string]any{
		"total":                      2400,
		"counted":                    13,
		"truncated":                  true,
		"warnings.0":                 "figures are of the 13 studies updated last, not of all 2400",
		"active_count":               8,
		"most_advanced_phase":        "PHASE3", // that of phase 4 was withdrawn
		"most_advanced_active_phase": "PHASE3",

		"by_phase.0.phase":              "[PHASE4]",
		"by_phase.1.phase":              "[PHASE3]",
		"by_phase.1.trials":             2,
		"by_phase.1.active":             1,
		"by_phase.1.by_status.0.status": nil, // a status new to the registry
		"by_phase.2.phase":              "[PHASE2]",
		"by_phase.2.trials":             6,
		"by_phase.3.phase":              "[PHASE1 PHASE2]",
		"by_phase.3.trials":             1,
		"by_phase.4.phase":              "[PHASE1]",
		"by_phase.5.phase":              "[NA]",
		"by_phase.6.phase":              "[]",
		"by_phase.7":                    nil,

		"upcoming_readouts.0.nct_id": "NCT00000003", // this month
		"upcoming_readouts.1.nct_id": "NCT00000002",
		"upcoming_readouts.2.nct_id": "NCT00000011", // the last day
		"upcoming_readouts.3":        nil,
		"trials.0.nct_id":            "NCT00000005",
		"top_sponsors.0.trials":      13,
		"top_conditions.0.trials":    13,
	})
	for _, list := range []string{"by_phase", "by_status"} {
		sum := 0.0
		for _, item := range handlertest.Member(got, list).([]any) {
			sum += item.(map[string]any)["trials"].(float64)
		}
		if sum != 13 {
			t.Errorf("%s adds up to %v", list, sum)
		}
	}
}

// TestAReachedCompletionIsNotToCome: a month that is not over may have it behind.
func TestAReachedCompletionIsNotToCome(t *testing.T) {
	study := trial(1, "PHASE3", "ACTIVE_NOT_RECRUITING", "2026-11")
	for kind, want := range map[string]any{"ESTIMATED": "NCT00000001", "ACTUAL": nil} {
		s, _ := service(t, found(1, 0, 0, strings.Replace(study, `"2026-11"`, `"2026-11","type":"`+kind+`"`, 1))...)
		_, got := s.Get("/trials/pipeline", "intr", "words")
		handlertest.Holds(t, got, map[string]any{"upcoming_readouts.0.nct_id": want})
	}
}

func TestFailuresOfPipelines(t *testing.T) {
	one := upstreamtest.Answer{URL: trialstest.Studies + "?query.cond=words", Status: 503}
	everything := func(a upstreamtest.Answer) []upstreamtest.Answer {
		a.URL = trialstest.Studies
		return []upstreamtest.Answer{a}
	}
	cases := []struct {
		name    string
		answers []upstreamtest.Answer
		want    int
	}{
		{"nothing under any reading", found(0, 0, 0), 404},
		{"one reading cannot be counted", append([]upstreamtest.Answer{one}, found(3, 9, 1)...), 502},
		{"refused", everything(upstreamtest.Answer{Status: 403, Type: "text/html", Body: "<html>"}), 503},
		{"too complicated", everything(upstreamtest.Answer{Status: 400, Body: "Too complicated query"}), 400},
		{"moved away", everything(upstreamtest.Answer{Status: 404, Body: "Not Found"}), 502},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s, _ := service(t, c.answers...)
			if status, got := s.Get("/trials/pipeline", "intr", "words"); status != c.want {
				t.Errorf("status %d, want %d: %v", status, c.want, got)
			}
		})
	}
}

func BenchmarkPipelineOfThousandStudies(b *testing.B) {
	var studies []string
	for i := range maxCounted {
		studies = append(studies, trial(i+1, phases[i%len(phases)], statuses[i%len(statuses)], "2027-01"))
	}
	s, _ := service(b, found(maxCounted, 0, 0, studies...)...)
	for b.Loop() {
		if status, got := s.Get("/trials/pipeline", "intr", "words"); status != http.StatusOK {
			b.Fatal(status, got)
		}
	}
}
