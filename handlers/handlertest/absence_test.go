package handlertest

import (
	"encoding/json"
	"slices"
	"testing"
)

func TestWhatAnAnswerOverLessMayNotClaim(t *testing.T) {
	for _, c := range []struct {
		why, whole, less string
		claims           int
	}{
		{"the same", `{"verdict":"review","n":3}`, `{"verdict":"review","n":3}`, 0},
		{"less is known", `{"verdict":"review","n":3}`, `{"verdict":"review","n":null}`, 0},
		{"a zero for what is missing", `{"n":3}`, `{"n":0}`, 1},
		{"a number out of nothing", `{"n":null}`, `{"n":0}`, 1},
		{"a no out of nothing", `{"listed":null}`, `{"listed":false}`, 1},
		{"cleared", `{"verdict":"excluded"}`, `{"verdict":"verified"}`, 1},
		{"cleared, though partial", `{"verdict":"excluded"}`, `{"verdict":"verified","partial":true}`, 1},
		{"delisted, though partial", `{"listed":true}`, `{"listed":false,"partial":true}`, 1},
		{"a worse score", `{"risk_score":10}`, `{"risk_score":20}`, 0},
		{"a better score", `{"risk_score":20}`, `{"risk_score":10}`, 1},
		{"a better score of less, as it says", `{"risk_score":20,"coverage":{"ratio":1}}`,
			`{"risk_score":10,"coverage":{"ratio":0.8}}`, 0},
		{"a better score with a reason that tells", `{"risk_score":20,"reasons":[]}`,
			`{"risk_score":10,"reasons":[{"code":"violations_incomplete"}]}`, 0},
		{"a shorter list", `{"rows":[{"id":1},{"id":2}]}`, `{"rows":[{"id":2}]}`, 1},
		{"a shorter list of a partial answer", `{"rows":[{"id":1},{"id":2}]}`, `{"rows":[{"id":2}],"partial":true}`, 0},
		{"a row in another place", `{"rows":[{"id":1,"n":1},{"id":2,"n":2}]}`,
			`{"rows":[{"id":2,"n":2},{"id":1,"n":1}]}`, 0},
	} {
		var whole, less map[string]any
		if json.Unmarshal([]byte(c.whole), &whole) != nil || json.Unmarshal([]byte(c.less), &less) != nil {
			t.Fatal(c.why)
		}
		if claims := better(whole, less); len(claims) != c.claims {
			t.Errorf("%s: %q", c.why, claims)
		}
	}
}

func TestGapsOfAnAnswer(t *testing.T) {
	bodies := func(body string, thorough bool) []string {
		var all []string
		for _, g := range gaps("", []byte(body), thorough) {
			all = append(all, string(g.body))
		}
		return all
	}

	got := bodies(`{"count":2,"rows":[{"a":1},{"a":2}]}`, true)
	for _, want := range []string{
		page,
		"",
		"{}",
		"null",
		`{"count":2,"rows":[]}`,
		`{"rows":[{"a":1},{"a":2}]}`,
		`{"count":2,"rows":[{},{}]}`,
		`{"count":2,"rows":[{},{"a":2}]}`,
		`{"count":2,"rows":[{"a":null},{"a":null}]}`,
	} {
		if !slices.Contains(got, want) {
			t.Errorf("no %s among %q", want, got)
		}
	}

	got = bodies("a,b\n1,2\n", false)
	for _, want := range []string{"a,b\n", "b\n2\n", "a\n1\n"} {
		if !slices.Contains(got, want) {
			t.Errorf("no %q among %q", want, got)
		}
	}
}
