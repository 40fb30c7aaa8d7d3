package agents

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestTheTableIsWhole(t *testing.T) {
	seen := map[string]bool{}
	var tokens []string
	for _, c := range Core() {
		if key := strings.ToLower(c.Match()); seen[key] {
			t.Errorf("%s is there twice", c.Token)
		} else {
			seen[key] = true
		}
		tokens = append(tokens, c.Token)
		if u, err := url.Parse(c.Source); err != nil || u.Scheme != "https" || c.Owner == "" || c.Class == "" || c.Purpose == "" || c.Respects == "" {
			t.Errorf("%+v", c)
		}
		if c.InsteadOf != "" && !slices.Contains(tokens, c.InsteadOf) {
			t.Errorf("%s follows %s, which is not before it", c.Token, c.InsteadOf)
		}
	}
	for _, token := range append(ScoredSearch(), ScoredUser()...) {
		i := slices.Index(tokens, token)
		if i < 0 || Core()[i].Class != Search && Core()[i].Class != UserFetch {
			t.Errorf("%s is scored, and not in the table with its class", token)
		}
	}
	if _, err := time.Parse(time.DateOnly, string(Dated.AsOf)); err != nil {
		t.Error(err)
	}
}

func TestMatchIsWhatParsersCompare(t *testing.T) {
	for token, want := range map[string]string{"Kangaroo Bot": "Kangaroo", "AI2Bot": "AI2Bot", "MistralAI-User/1.0": "MistralAI-User", "meta-externalagent": "meta-externalagent"} {
		if got := (Crawler{Token: token}).Match(); got != want {
			t.Errorf("%s: %q, want %q", token, got, want)
		}
	}
}
