package server

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

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
	if err != nil || l.called == "" || l.called == l.instead {
		return resp, err
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

// near is a text that is like another, and what a forgiving search does with it.
type near struct {
	kind          string
	text          string
	asked, instead string
}

var letters = regexp.MustCompile(`\pL{3,}`)

// nearTo are texts like one: a slip of the finger, a word replaced, a word more, and a part.
func nearTo(text string) []near {
	words := letters.FindAllString(text, -1)
	if len(words) == 0 {
		return nil
	}
	long := slices.MaxFunc(words, func(a, b string) int { return len(a) - len(b) })
	var list []near
	if len(long) >= 4 {
		slip := long[:1] + string(long[2]) + string(long[1]) + long[3:]
		if slip == long {
			slip = long[:len(long)-2] + long[len(long)-1:]
		}
		list = append(list, near{"slip", strings.Replace(text, long, slip, 1), slip, long})
	}
	list = append(list,
		near{"word", strings.Replace(text, long, "Brandvik", 1), "Brandvik", long},
		near{"more", text + " Brandvik", text + " Brandvik", text})
	if first, rest, ok := strings.Cut(text, " "); ok {
		list = append(list, near{"first", first, first, text}, near{"rest", rest, rest, text})
	}
	return list
}

// TestNearTexts asks each route for texts that are like those of its example, in a world that takes them for these.
func TestNearTexts(t *testing.T) {
	out := os.Getenv("LOOKALIKE_OUT")
	if out == "" {
		t.Skip("LOOKALIKE_OUT names a file")
	}
	world := fixtureWorld(t)
	var report bytes.Buffer
	for _, op := range world.spec.Operations {
		if op.Method != http.MethodGet || !op.Paid || op.ClosedWorld {
			continue
		}
		askNear(t, world, op, &report)
	}
	if err := os.WriteFile(out, report.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

func askNear(t *testing.T, world *driftWorld, op *spec.Operation, report *bytes.Buffer) {
	t.Helper()
	query := op.ExampleQuery()
	for _, in := range op.Inputs {
		value, given := query[in.Name]
		s := in.Schema
		if !given || in.In != "query" || s.Enum != nil || s.Format != "" || s.Type == nil || !s.Type.Is("string") {
			continue
		}
		for _, n := range nearTo(value) {
			room := world.room(t, op.Family, true)
			room.tap.World = &loose{
				world:   world.internet,
				asked:   n.asked,
				instead: n.instead,
			}
			values := url.Values{}
			for name, text := range query {
				values.Set(name, text)
			}
			values.Set(in.Name, n.text)
			got := room.ask(t, driftCall{op: op, target: op.Path + "?" + values.Encode()}, nil)
			room.close()
			body := strings.Join(strings.Fields(string(got.Body)), " ")
			fmt.Fprintf(report, "%d\t%s\t%s\t%s\t%s\t%s\t%.400s\n", got.Status, op.Path, in.Name, n.kind, value, n.text, body)
		}
	}
}

// TestLookalikeCases asks the questions of a table of look-ups over a strict world and over a loose one.
func TestLookalikeCases(t *testing.T) {
	path := os.Getenv("LOOKALIKE_CASES")
	out := os.Getenv("LOOKALIKE_OUT")
	if path == "" || out == "" {
		t.Skip("LOOKALIKE_CASES and LOOKALIKE_OUT name files")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	world := fixtureWorld(t)
	var report bytes.Buffer
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		c := strings.Split(line, "\t")
		if i == 0 {
			continue
		}
		op, _ := world.spec.Lookup(c[1], c[0])
		if op == nil {
			fmt.Fprintf(&report, "%s\tno such route\n", line)
			continue
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
		for _, l := range []*loose{{}, {asked: c[3], instead: instead, called: called}} {
			l.world = world.internet
			if l.asked != "" && l.instead == "" {
				continue
			}
			room := world.room(t, op.Family, true)
			room.tap.World = l
			got := room.ask(t, driftCall{op: op, target: op.Path + "?" + values.Encode()}, nil)
			room.close()
			kind := "strict"
			if l.asked != "" {
				kind = "loose"
			}
			body := strings.Join(strings.Fields(string(got.Body)), " ")
			fmt.Fprintf(&report, "%s\t%d\t%s\t%s=%s\t%s\t%s\t%.1500s\n", kind, got.Status, c[0], c[2], c[3], c[4], c[5], body)
		}
	}
	if err := os.WriteFile(out, report.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}
