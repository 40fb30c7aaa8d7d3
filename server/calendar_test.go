package server

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/gdelt/gdelttest"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/server/standins"
)

// calendarDays are days on which periods begin: a year with its Congress, a fiscal year. FAREBOX_DAYS names others.
const calendarDays = "2027-01-01T00:00:30Z 2027-10-05T12:00:00Z"

// moved is an internet whose dates of the last 400 days are as far before another day.
type moved struct {
	world    http.RoundTripper
	from, to time.Time
	all      bool // of all days
}

// dates are the forms of days and moments, those with a time of day first.
var dates = []struct {
	form    *regexp.Regexp
	layouts []string
}{
	{
		regexp.MustCompile(`\b20\d\d-\d\d-\d\dT\d\d(:\d\d)?(:\d\d)?`),
		[]string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02T15"},
	},
	{regexp.MustCompile(`\b20\d\d-\d\d-\d\d \d\d:\d\d:\d\d`), []string{time.DateTime}},
	{regexp.MustCompile(`\b20\d{6}T\d{6}Z`), []string{"20060102T150405Z"}},
	{regexp.MustCompile(`\b20\d{12}\b`), []string{"20060102150405"}},
	{regexp.MustCompile(`\b20\d\d-\d\d-\d\d\b`), []string{time.DateOnly}},
	{regexp.MustCompile(`\b20\d{6}\b`), []string{"20060102"}},
	{regexp.MustCompile(`\b\d\d?/\d\d?/20\d\d\b`), []string{"01/02/2006", "1/2/2006"}},
	{regexp.MustCompile(`\b[A-Z][a-z]+ \d\d?, 20\d\d\b`), []string{"January 2, 2006"}},
	{regexp.MustCompile(`\b\d\d? [A-Z][a-z]{2} 20\d\d \d\d:\d\d:\d\d`), []string{"02 Jan 2006 15:04:05"}},
	{regexp.MustCompile(`"20\d\d-\d\d"`), []string{`"2006-01"`}},
}

var seconds = regexp.MustCompile(`\b1[6-9]\d{8}(\d{3})?\b`)

// text moves the dates in a text, each once: what was put is marked until the end.
func (m *moved) text(text string) string {
	for _, d := range dates {
		text = d.form.ReplaceAllStringFunc(text, func(found string) string {
			for _, layout := range d.layouts {
				if at, err := time.Parse(layout, found); err == nil && m.recent(at) {
					put := m.at(at, strings.Contains(layout, "15")).Format(layout)
					return "\x01" + strings.Join(strings.Split(put, ""), "\x01")
				}
			}
			return found
		})
	}
	text = seconds.ReplaceAllStringFunc(text, func(found string) string {
		n, _ := strconv.ParseInt(found[:10], 10, 64)
		if at := time.Unix(n, 0); m.recent(at) {
			return strconv.FormatInt(m.at(at, true).Unix(), 10) + found[10:]
		}
		return found
	})
	return strings.ReplaceAll(text, "\x01", "")
}

func (m *moved) recent(at time.Time) bool { return m.all || at.Sub(m.from).Abs() < 400*24*time.Hour }

// at moves a moment, and the first and last day of a month by whole months: they stand for a period.
func (m *moved) at(at time.Time, timed bool) time.Time {
	isFirst := at.Day() == 1
	isLast := at.AddDate(0, 0, 1).Day() == 1
	if timed || !isFirst && !isLast {
		days := m.to.Sub(m.from)
		if !timed {
			days = days.Truncate(24 * time.Hour)
		}
		return at.Add(days)
	}

	months := 12*(m.to.Year()-m.from.Year()) + int(m.to.Month()) - int(m.from.Month())
	if isFirst {
		return at.AddDate(0, months, 0)
	}
	return at.AddDate(0, 0, 1).AddDate(0, months, 0).AddDate(0, 0, -1)
}

// RoundTrip asks as of the day of the fixtures and moves the answer. Years of a question are those of the example.
func (m *moved) RoundTrip(r *http.Request) (*http.Response, error) {
	back := &moved{from: m.to, to: m.from}
	var body []byte
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body)
	}
	same := func(text string) string { return text }
	var resp *http.Response
	for _, change := range []func(string) string{back.text, same} {
		asked := r.Clone(r.Context())
		asked.Body = io.NopCloser(strings.NewReader(change(string(body))))
		asked.URL.Path = change(asked.URL.Path)
		query := asked.URL.Query()
		for _, values := range query {
			for i := range values {
				values[i] = change(values[i])
			}
		}
		asked.URL.RawQuery = query.Encode()
		var err error
		if resp, err = m.world.RoundTrip(asked); err != nil {
			return nil, err
		}
		resp.Request = r
		if resp.StatusCode != http.StatusNotFound {
			break
		}
	}

	return m.answer(resp)
}

// answer moves the dates of an answer.
func (m *moved) answer(resp *http.Response) (*http.Response, error) {
	said, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	if !bytes.Contains(said, []byte{0}) {
		said = []byte(m.text(string(said)))
	}
	resp.Body = io.NopCloser(bytes.NewReader(said))
	resp.ContentLength = int64(len(said))
	resp.Header.Del("Content-Length")
	for _, values := range resp.Header {
		for i := range values {
			values[i] = m.text(values[i])
		}
	}
	return resp, nil
}

// TestExamplesAreSoldOnOtherDays: what is sold on the day of the fixtures is sold on others, when sources have by then
// published what they had published on that day.
func TestExamplesAreSoldOnOtherDays(t *testing.T) {
	t.Parallel()
	days := calendarDays
	if given := os.Getenv("FAREBOX_DAYS"); given != "" {
		days = given
	}
	for day := range strings.FieldsSeq(days) {
		now, err := time.Parse(time.RFC3339, day)
		if err != nil {
			t.Fatal(err)
		}
		w := newDriftWorld(t, standins.Keys)
		w.now = func() time.Time { return now }
		w.awaited = func(d upstream.DatasetHealth) bool { return d.Lacks() && d.LastError == "" }
		fixtures := upstreamtest.New(t, standins.AnswersAt(gdelttest.Now)...)
		mountChain(t, fixtures, w.now)
		w.internet = &moved{
			world: fixtures,
			from:  gdelttest.Now,
			to:    now,
		}
		w.start(t)

		calls := map[string][]driftCall{}
		for _, op := range w.spec.Operations {
			ofYear := op.Path == "/treasury/rates" // its example asks for the days of a year
			if w.families[op.Family].make != nil && !op.ClosedWorld && !ofYear {
				calls[op.Family] = append(calls[op.Family], exampleOf(t, op))
			}
		}
		for family, own := range calls {
			room := w.room(t, family, true)
			for _, call := range own {
				got := room.ask(t, call, nil)
				if got.Panic != nil || got.Status != http.StatusOK {
					t.Errorf("%s %s: %d %s, panic %v", day, call.target, got.Status, got.Body, got.Panic)
					continue
				}
				for _, wrong := range mismatches(got.Body, call.op) {
					t.Errorf("%s %s: %s", day, call.target, wrong)
				}
			}
			room.close()
		}
	}
}
