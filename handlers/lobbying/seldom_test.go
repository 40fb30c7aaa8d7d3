package lobbying

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/lobbying/lobbyingtest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAnOwnReportHasExpensesAndALobbyistAPosition: outside firms state income, and few lobbyists held an office.
func TestAnOwnReportHasExpensesAndALobbyistAPosition(t *testing.T) {
	s, _ := service(t, nil, upstreamtest.Edited(lobbyingtest.Answers(),
		`"covered_position":"N/A"`, `"covered_position":"Counsel, House Armed Services Committee"`)...)
	_, got := s.Get("/lobbying/filings", "client_name", "Lockheed Martin", "filing_year", "2025", "limit", "10")
	handlertest.Holds(t, got, map[string]any{
		"filings.3.own_lobbying":                 true,
		"filings.3.expenses_usd":                 3200000,
		"filings.3.expenses_method":              "A",
		"filings.0.lobbyists.0.covered_position": "Counsel, House Armed Services Committee",
	})
}
