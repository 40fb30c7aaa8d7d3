package convert

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
)

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.New(t, "convert", New().Register).CheckExamples()
}
