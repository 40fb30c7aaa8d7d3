package cryptonews

import (
	"testing"

	"github.com/farebox/farebox/handlers/cryptonews/cryptonewstest"
)

func TestExamplesOfTheSpec(t *testing.T) {
	serve(t, atNow, cryptonewstest.PagesAt(atNow), cryptonewstest.AnswersAt(cryptonewstest.Now)...).CheckExamples()
}
