package breach

import (
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/breach/breachtest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known, whether the catalogue is loaded or not.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: unloaded(),
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service {
			s, _ := over(tb, nil, world)
			return s
		},
	}.Hold(t)
	handlertest.Absence{
		Answers: breachtest.Answers(),
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service {
			s, pool := over(tb, nil, world)
			upstreamtest.LoadLists(tb, pool)
			return s
		},
		Requests: []string{"/breach/domain?domain=adobe.com"},
	}.Hold(t)
	handlertest.Absence{
		Answers: []upstreamtest.Answer{{
			URL:  "https://haveibeenpwned.com/api/v3/breachedaccount/*",
			Body: "[" + breachtest.Adobe + "]",
		}},
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service {
			s, _ := over(tb, map[string]string{"HIBP_API_KEY": strings.Repeat("0", 32)}, world)
			return s
		},
		Requests: []string{"/breach/account?email=someone%40example.com"},
	}.Hold(t)
}
