package bank

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/banklists/banklisttest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a publisher leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: banklisttest.Answers(),
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service {
			h := over(tb, nil, world)
			for _, f := range h.banks.feeds {
				if err := f.data.Refresh(tb.Context()); err != nil {
					tb.Log(err)
				}
			}
			if err := h.banks.registers.Refresh(tb.Context()); err != nil {
				tb.Log(err)
			}
			return handlertest.New(tb, "bank", h.Register)
		},
		Meant: map[string]string{".csv a table without rows": "a list of few rows is refused but in tests"},
	}.Hold(t)
}
