package courtlistener

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const search = "https://www.courtlistener.com/api/rest/v4/search/"

// says is an answer to every search.
func says(status int, body string) upstreamtest.Answer {
	return upstreamtest.Answer{URL: search, Status: status, Body: body}
}

const opinion = `{"caseName":"A v. B","court":"Court","dateFiled":"2020-01-02","docketNumber":"1","suitNature":""}`

func TestCasesHoldToTheirContract(t *testing.T) {
	for kind, c := range map[Type]struct {
		row      string
		required []string
	}{
		Opinions: {opinion, nil},
		Records: {
			strings.Replace(opinion, "{", `{"party":["A","B"],`, 1),
			[]string{"results[].party"},
		},
	} {
		upstreamtest.Contract{
			Answer: says(200, `{"count":1,"results":[`+c.row+`]}`),
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := New(pool).Search(ctx, kind, "Acme")
				return err
			},
			Required: append(c.required,
				"count",
				"results",
				"results[].caseName",
				"results[].dateFiled",
				"results[].docketNumber",
				"results[].suitNature",
			),
			Optional: []string{"results[].court"},
		}.Hold(t)
	}
}

func TestSearchAsksByPartyAndTitle(t *testing.T) {
	for kind, want := range map[Type]string{
		Opinions: `caseName:("Acme Corp")`,
		Dockets:  `party:("Acme Corp") OR caseName:("Acme Corp")`,
		Records:  `party:("Acme Corp" OR "Acme Corporation") OR caseName:("Acme Corp" OR "Acme Corporation")`,
	} {
		world := upstreamtest.New(t, says(200, `{"count":0,"results":[]}`))
		names := []string{"Acme Corp", "--"}
		if kind == Records {
			names = append(names, "Acme Corporation")
		}
		if _, err := New(world.Pool(t, nil)).Search(t.Context(), kind, names...); err != nil {
			t.Fatal(err)
		}
		_, query, _ := strings.Cut(world.Asked()[0], "?")
		got, _ := url.ParseQuery(query)
		if got.Get("q") != want || got.Get("type") != string(kind) || got.Get("order_by") != "dateFiled desc" ||
			len(got) != 3 { // an unknown parameter is refused
			t.Errorf("%s: %v", kind, got)
		}
	}
}

func TestCallersTextHasNoSignsOfTheSyntax(t *testing.T) {
	for text, want := range map[string]string{
		"Acme":                        `"Acme"`,
		`Ac"me`:                       `"Ac me"`,
		`") OR *:* (`:                 `"OR"`,
		`a\`:                          `"a"`,
		"x\ny":                        `"x y"`,
		"A/B [1 TO 2] ~3 ^4 ? * ! {}": `"A B 1 TO 2 3 4"`,
		"AT&T Inc.":                   `"AT&T Inc."`,
		"O'Neil-Smith, Ltd":           `"O'Neil-Smith, Ltd"`,
		"O’Neil\u2011Smith, Ltd":      `"O'Neil-Smith, Ltd"`,
		"Société Générale":            `"Société Générale"`,
		"---":                         "",
		`"()"`:                        "",
	} {
		if got := Phrase(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestAnswersThatAreNoPageOfCases(t *testing.T) {
	for _, c := range []struct {
		why    string
		answer upstreamtest.Answer
		want   upstream.Kind
	}{
		{"whole", says(200, `{"count":1,"results":[`+opinion+`]}`), ""},
		{"none of those that it counts", says(200, `{"count":4,"results":[]}`), upstream.BadResponse},
		{"a case without a name and a number", says(200, `{"count":1,"results":[`+
			strings.NewReplacer("A v. B", "", `"1"`, "null").Replace(opinion)+`]}`), upstream.BadResponse},
		{"no token", says(401, `{"detail":"Authentication credentials were not provided."}`), upstream.Unauthorized},
		{"throttled", says(429, `{"detail":"Request was throttled. Rate limit exceeded: 5/min. `+
			`Expected available in 31 seconds."}`), upstream.RateLimited},
		{"unknown parameter", says(400, `{"detail":"Unknown filter parameters are not allowed.",`+
			`"unknown_params":["limit"]}`), upstream.Invalid},
		{"not there", says(404, `{"detail":"Not found."}`), upstream.BadResponse},
		{"no count", says(200, `{"results":[]}`), upstream.BadResponse},
		{"no results", says(200, `{"count":4}`), upstream.BadResponse},
		{"empty case", says(200, `{"count":1,"results":[{}]}`), upstream.BadResponse},
	} {
		t.Run(c.why, func(t *testing.T) {
			world := upstreamtest.New(t, c.answer)
			_, err := New(world.Pool(t, nil)).Search(t.Context(), Opinions, "Acme")
			if upstream.KindOf(err) != c.want {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

func TestTokenGoesIntoTheHeader(t *testing.T) {
	client := New(upstreamtest.New(t).Pool(t, map[string]string{TokenVariable: "x"}))
	if !client.HasToken() || New(upstreamtest.New(t).Pool(t, nil)).HasToken() {
		t.Error("it is not known whether there is a token")
	}
}

func TestRecordedRefusals(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		want   upstream.Kind
	}{
		"error_400_unknown_param.json": {400, upstream.Invalid},
		"error_401_no_token.json":      {401, upstream.Unauthorized},
	} {
		world := upstreamtest.New(t, says(c.status, string(samples.Read(t, "courtlistener/"+name))))
		_, err := New(world.Pool(t, nil)).Search(t.Context(), Opinions, "Acme")
		if upstream.KindOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
