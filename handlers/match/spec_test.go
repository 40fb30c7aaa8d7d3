package match

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/party/names"
)

// serve answers a request as the service does.
func serve(t handlertest.Failing, h *Handlers, method, target, body string) (int, []byte) {
	t.Helper()
	return handlertest.RoutesOf(t, "match", h.Register).Exchange(t, handlertest.Request(method, target, body))
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.New(t, "match", New(names.New()).Register).CheckExamples()
}
