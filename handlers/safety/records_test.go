package safety

import (
	"fmt"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/safety/safetytest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestLabelledAmendedRecalls: a recall that was changed is one recall, as its last report has it.
func TestLabelledAmendedRecalls(t *testing.T) {
	recall := func(number, class, status, reported string) string {
		return fmt.Sprintf(`{"recall_number":%q,"event_id":"1","status":%q,"classification":%q,
"product_description":"Soup","reason_for_recall":"Listeria","recalling_firm":"Acme",
"recall_initiation_date":"20261001","report_date":%q}`, number, status, class, reported)
	}
	for _, c := range []struct {
		why  string
		rows []string
		want map[string]any
	}{
		{
			"raised to the gravest class: the last report stands, whatever the order",
			[]string{recall("F-1", "Class II", "Ongoing", "20261010"), recall("F-1", "Class I", "Ongoing", "20261101")},
			map[string]any{"matched_count": 1, "matched_recalls.0.classification": "Class I",
				"matched_recalls.0.report_date": "2026-11-01"},
		},
		{
			"the newest first",
			[]string{recall("F-1", "Class I", "Ongoing", "20261101"), recall("F-1", "Class II", "Ongoing", "20261010")},
			map[string]any{"matched_count": 1, "matched_recalls.0.classification": "Class I"},
		},
		{
			"ended since: one recall, terminated",
			[]string{recall("F-1", "Class II", "Terminated", "20261101"), recall("F-1", "Class II", "Ongoing", "20261010")},
			map[string]any{"matched_count": 1, "matched_recalls.0.status": "Terminated"},
		},
		{
			"two numbers of one event are two products",
			[]string{recall("F-1", "Class II", "Ongoing", "20261101"), recall("F-2", "Class II", "Ongoing", "20261101")},
			map[string]any{"matched_count": 2},
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			body := fmt.Sprintf(`{"meta":{"results":{"total":%d}},"results":[%s]}`, len(c.rows), strings.Join(c.rows, ","))
			s, _ := service(t, upstreamtest.Answer{URL: safetytest.FDA + "/food/enforcement.json", Body: body})
			_, got := s.Get("/safety/product", "query", "Acme", "domain", "food")
			handlertest.Holds(t, got, c.want)
		})
	}
}
