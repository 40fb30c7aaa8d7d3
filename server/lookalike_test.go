package server

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/drift"
	"github.com/farebox/farebox/internal/spec"
)

// loose is an internet whose searches forgive everything: what is asked for by one text is answered as though it had
// been asked for by another.
type loose struct {
	world   http.RoundTripper
	asked   string // what the caller writes
	instead string // what the providers take it for
	called  string // what they call that; empty: by its own name
}

// RoundTrip implements http.RoundTripper.
func (l *loose) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	asked := r
	r = r.Clone(r.Context())
	r.Body = io.NopCloser(strings.NewReader(l.taken(string(body))))
	r.URL.Path = l.taken(r.URL.Path)
	r.URL.RawPath = ""
	query := r.URL.Query()
	for name, values := range query {
		for i := range values {
			query[name][i] = l.taken(values[i])
		}
	}
	r.URL.RawQuery = query.Encode()
	resp, err := l.world.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	resp.Request = asked // as a transport does: it was no redirect
	if l.called == "" || l.called == l.instead {
		return resp, nil
	}
	said, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	if err != nil {
		return nil, err
	}
	other := loose{asked: l.instead, instead: l.called}
	said = []byte(other.taken(string(said)))
	resp.Body = io.NopCloser(bytes.NewReader(said))
	resp.ContentLength = int64(len(said))
	resp.Header.Del("Content-Length")
	return resp, nil
}

// taken is a text with what was asked for put right, in the case in which it is written.
func (l *loose) taken(text string) string {
	if l.asked == "" {
		return text
	}
	words := strings.Fields(regexp.QuoteMeta(l.asked))
	pattern := regexp.MustCompile(`(?i)` + strings.Join(words, `[\s_+-]+`))
	return pattern.ReplaceAllStringFunc(text, func(found string) string {
		switch {
		case found == strings.ToUpper(found):
			return strings.ToUpper(l.instead)
		case found == strings.ToLower(found):
			return strings.ToLower(l.instead)
		}
		return l.instead
	})
}

var letters = regexp.MustCompile(`\pL{3,}`)

// TestOnlyWhatIsAskedForIsSold replaces the longest word of each text input of a call's example by another, in a world
// whose providers take it for the example. What they give is then another thing: a route must refuse it, or a line of
// testdata/lookalikes.txt must say why it may be sold.
func TestOnlyWhatIsAskedForIsSold(t *testing.T) {
	excused := map[string]bool{}
	text, err := os.ReadFile("testdata/lookalikes.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if cells := strings.Split(line, "\t"); len(cells) == 3 && line[0] == '/' {
			excused[cells[0]+" "+cells[1]] = false
		}
	}

	world := fixtureWorld(t)
	for _, op := range world.spec.Operations {
		if op.Method != http.MethodGet || !op.Paid || op.ClosedWorld {
			continue
		}
		for _, input := range soldByLikeness(t, world, op) {
			if _, known := excused[input]; !known {
				t.Errorf("%s: a like text is sold as the one asked for; refuse it, or say in testdata/lookalikes.txt why "+
					"that is right", input)
			}
			excused[input] = true
		}
	}
	for input, sold := range excused {
		if !sold {
			t.Errorf("%s: its line in testdata/lookalikes.txt is not needed any more", input)
		}
	}
}

// soldByLikeness are the inputs of a route for which a like text is sold.
func soldByLikeness(t *testing.T, world *driftWorld, op *spec.Operation) (sold []string) {
	t.Helper()
	query := op.ExampleQuery()
	for _, in := range op.Inputs {
		words := letters.FindAllString(query[in.Name], -1)
		s := in.Schema
		closed := s.Enum != nil || s.Format != "" || s.Type == nil || !s.Type.Is("string")
		if in.In != "query" || len(words) == 0 || closed {
			continue
		}
		const other = "Brandvik"
		word := slices.MaxFunc(words, func(a, b string) int { return len(a) - len(b) })
		values := url.Values{}
		for name, text := range query {
			values.Set(name, text)
		}
		values.Set(in.Name, strings.Replace(query[in.Name], word, other, 1))
		if got := askLoosely(t, world, op, values, loose{asked: other, instead: word}); got.Status == http.StatusOK {
			sold = append(sold, op.Path+" "+in.Name)
		}
	}
	return sold
}

// askLoosely makes a call in a world that forgives.
func askLoosely(t *testing.T, world *driftWorld, op *spec.Operation, query url.Values, l loose) drift.Answer {
	t.Helper()
	l.world = world.internet
	room := world.room(t, op.Family, true)
	defer room.close()
	room.tap.World = &l
	return room.ask(t, driftCall{op: op, target: op.Path + "?" + query.Encode()}, nil)
}

// TestLookalikeCases asks the questions of a table of look-ups over a strict world and over a loose one.
func TestLookalikeCases(t *testing.T) {
	path := os.Getenv("FAREBOX_LOOKALIKES")
	if path == "" {
		t.Skip("FAREBOX_LOOKALIKES names a table of questions: route, method, input, question, what a search gives first, " +
			"treatment, why, further inputs")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	world := fixtureWorld(t)
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		c := strings.Split(line, "\t")
		if i == 0 {
			continue
		}
		op, _ := world.spec.Lookup(c[1], c[0])
		if op == nil {
			t.Fatalf("no such route: %s", line)
		}
		values, err := url.ParseQuery(c[7])
		if err != nil {
			t.Fatal(err)
		}
		example := op.ExampleQuery()
		instead := example[c[2]]
		for name, value := range example {
			if c[7] == "" && name != c[2] && instead != "" {
				values.Set(name, value)
			}
		}
		values.Set(c[2], c[3])
		called, found := strings.CutPrefix(c[5], "found:")
		called, _, _ = strings.Cut(called, " (")
		if !found {
			called, _, _ = strings.Cut(c[4], ",")
		}
		for kind, l := range map[string]loose{"strict": {}, "loose": {asked: c[3], instead: instead, called: called}} {
			if l.asked != "" && l.instead == "" {
				continue
			}
			got := askLoosely(t, world, op, values, l)
			t.Logf("%s\t%d\t%s\t%s=%s\t%s\t%s\t%.1500s", kind, got.Status, c[0], c[2], c[3], c[4], c[5],
				strings.Join(strings.Fields(string(got.Body)), " "))
		}
	}
}
