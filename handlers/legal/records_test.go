package legal

import (
	"fmt"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/legal/legaltest"
)

// TestLabelledVolumes: a volume is what was read to be the company's, never what holds the words.
func TestLabelledVolumes(t *testing.T) {
	own := "Roe v. Acme Brick Co.|2020-01-01|"
	for _, c := range []struct {
		why       string
		cases     string
		documents string
		want      map[string]any
	}{
		{"twenty of twenty cases are read and its own", found(20, repeated(own, 20)...), noDocuments,
			map[string]any{"litigation_volume": 13, "score": 13}},
		{"twenty of 900 are read: the other 880 are not known to be its own", found(900, repeated(own, 20)...),
			noDocuments, map[string]any{"litigation_volume": 13, "score": 13}},
		{"ten of twenty that were read of 100", found(100, append(repeated(own, 10),
			repeated("Roe v. Acme Paint Co.|2020-01-01|", 10)...)...), noDocuments,
			map[string]any{"litigation_volume": 10, "score": 10}},
		{"documents that mention the words in passing are not about the company", noCases, published(99),
			map[string]any{"regulatory_volume": 0, "score": 0}},
		{"documents that name the company count", noCases,
			published(9, repeated("Meeting with Acme Brick Company|2020-01-02", 9)...),
			map[string]any{"regulatory_volume": 3, "score": 3}},
		{"of 10,000 that hold the words three name it", noCases, published(10000, append(
			repeated("Meeting with Acme Brick Company|2020-01-02", 3), repeated("Meeting of a board|2020-01-02", 7)...)...),
			map[string]any{"regulatory_volume": 2, "score": 2}},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, legaltest.Keys, cases(200, c.cases), register(200, c.documents),
				patentOffice(404, noPatents))
			_, got := s.Get("/legal/profile", "name", "Acme Brick Co")
			risk := got["legal_risk"].(map[string]any)
			points := map[string]any{"score": risk["score"]}
			for _, r := range risk["reasons"].([]any) {
				reason := r.(map[string]any)
				points[fmt.Sprint(reason["code"])] = reason["points"]
			}
			handlertest.Holds(t, points, c.want)
		})
	}
}

// TestLabelledAgencies: an agency is named in the same ways wherever it is an input.
func TestLabelledAgencies(t *testing.T) {
	for _, c := range []struct {
		agency string
		want   map[string]any
	}{
		{"environmental-protection-agency", map[string]any{"agency": "environmental-protection-agency"}},
		{"EPA", map[string]any{"agency": "environmental-protection-agency"}},
		{"epa", map[string]any{"agency": "environmental-protection-agency"}},
		{"Environmental Protection Agency", map[string]any{"agency": "environmental-protection-agency"}},
		{"no-such-agency", map[string]any{"field": "agency"}},
	} {
		t.Run(c.agency, func(t *testing.T) {
			s, _ := service(t, legaltest.Keys, append(legaltest.Answers(), register(200, noDocuments))...)
			_, got := s.Get("/legal/regulatory", "name", "Acme Brick Co", "agency", c.agency)
			handlertest.Holds(t, got, c.want)
		})
	}
}
