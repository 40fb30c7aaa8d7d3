package fec

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/fec/fectest"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// committeeCases are names that people ask for and the committees that the FEC's search gives for their words. The
// committee that is meant is marked with an asterisk; a case without one means a committee that the FEC does not list.
// The labels were written before the rules. Scores of 85 and more are for the committee that is meant, and for no
// other.
//
//go:embed testdata/committees.txt
var committeeCases string

// committeeCases2020 are of the same form: committees of the election of 2020, each beside those that share its two
// rarest words. One label was changed afterwards: the name of Mike Kelly does not prove KELLY FOR CONGRESS, since a given
// name that only the caller has may be that of somebody else.
//
//go:embed testdata/committees_2020.txt
var committeeCases2020 string

// TestCommitteesByName: the score tells the committee that is meant from others that share words with it.
func TestCommitteesByName(t *testing.T) {
	cases := strings.Split(strings.TrimSpace(committeeCases+committeeCases2020), "\n")
	if len(cases) != 180 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, line := range cases {
		asked, listed, _ := strings.Cut(line, "|")
		t.Run(asked, func(t *testing.T) {
			var rows []string
			means := map[string]bool{}
			for i, name := range strings.Split(listed, "|") {
				id := fmt.Sprintf("C%08d", i+1)
				meant := strings.HasPrefix(name, "*")
				means[id] = meant
				row := strings.ReplaceAll(fectest.ActBlue, "C00401224", id)
				named := fmt.Sprintf(`"name":%q`, strings.TrimPrefix(name, "*"))
				rows = append(rows, strings.Replace(row, `"name":"ACTBLUE"`, named, 1))
			}
			s, _ := service(t,
				upstreamtest.Answer{
					URL: fectest.API + "/committees/",
					Body: fmt.Sprintf(`{"results":[%s],"pagination":{"count":%d}}`, strings.Join(rows, ","),
						len(rows)),
				},
				upstreamtest.Answer{URL: fectest.API + "/committee/*", Body: `{"results":[],"pagination":{"count":0}}`})
			_, answer := s.Get("/fec/committee", "q", asked)
			list, ok := answer["committees"].([]any)
			if !ok {
				t.Fatal(answer)
			}
			for _, c := range list {
				one := c.(map[string]any)
				score, _ := one["name_match_score"].(float64)
				if meant := means[one["committee_id"].(string)]; score >= 85 != meant {
					t.Errorf("%v: %v, want it meant: %v", one["name"], score, meant)
				}
			}
		})
	}
}

// TestACommitteeWithAnEmptyPartInItsNameIsCompared: brackets and strokes may surround nothing.
func TestACommitteeWithAnEmptyPartInItsNameIsCompared(t *testing.T) {
	h := &Handlers{names: names.New()}
	for _, name := range []string{"STRONG () PAC", "(STRONG) PAC", "STRONG PAC / ", "..."} {
		if score := h.committeeScore("Alaska Strong", name); score != nil && *score > mostUnproved {
			t.Errorf("%q: %d", name, *score)
		}
	}
}

// TestTheMoneyIsThatOfTheBestNames: the FEC lists committees in an order of its own, and money is asked for a few.
func TestTheMoneyIsThatOfTheBestNames(t *testing.T) {
	var rows []string
	for i, name := range []string{"FREE AND STRONG PAC", "STRONG FUND", "DON STRONG FOR CONGRESS", "ALASKA STRONG PAC"} {
		row := strings.ReplaceAll(fectest.ActBlue, "C00401224", fmt.Sprintf("C%08d", i+1))
		rows = append(rows, strings.Replace(row, `"name":"ACTBLUE"`, fmt.Sprintf(`"name":%q`, name), 1))
	}
	s, world := service(t,
		upstreamtest.Answer{
			URL:  fectest.API + "/committees/",
			Body: fmt.Sprintf(`{"results":[%s],"pagination":{"count":4}}`, strings.Join(rows, ",")),
		},
		upstreamtest.Answer{URL: fectest.API + "/committee/*", Body: `{"results":[],"pagination":{"count":0}}`})
	_, answer := s.Get("/fec/committee", "q", "Alaska Strong Political Action Committee")
	first, _ := answer["committees"].([]any)
	if len(first) != 4 || first[0].(map[string]any)["committee_id"] != "C00000004" {
		t.Errorf("%v", first)
	}
	if asked := strings.Join(world.Asked(), " "); !strings.Contains(asked, "/committee/C00000004/totals") {
		t.Errorf("money of %s", asked)
	}
}
